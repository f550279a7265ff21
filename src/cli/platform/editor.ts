/** Lets the user change a text in an editor: VISUAL, EDITOR or vi. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { UserError } from '../../contract/errors.ts'

/**
 * Opens the text in the editor and gives what was saved to `use`. If that refuses it, the file is kept and named.
 * @throws UserError when the editor cannot be started, fails or leaves no text in UTF-8, and what `use` throws.
 */
export async function editText<Result>(
  text: string,
  editor: string,
  use: (saved: string) => Promise<Result>,
): Promise<Result> {
  const path = join(mkdtempSync(join(tmpdir(), 'budget-edit-')), 'budget.txt')
  const removeFile = (): void => rmSync(dirname(path), { recursive: true, force: true })
  writeFileSync(path, text, { mode: 0o600 })
  // The editor may be a command with flags, such as `code --wait`.
  const child = spawn('sh', ['-c', `${editor} "$@"`, editor, path], { stdio: 'inherit' })
  const [code] = await once(child, 'close')
  if (code !== 0) {
    removeFile()
    const hint = 'Set EDITOR to the editor you want to use'
    throw new UserError('usage', `"${await nameProgram(editor)}" failed; nothing was changed`, { hint })
  }
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
    removeFile()
    const hint = 'Save the text in the file that the editor opens'
    throw new UserError('usage', `"${await nameProgram(editor)}" removed the file; nothing was changed`, {
      hint,
    })
  }
  try {
    const result = await use(decodeSaved(readFileSync(path)))
    removeFile()
    return result
  } catch (error) {
    const saved = `Your text was saved in ${path}`
    if (!(error instanceof UserError)) {
      // Errors of the service have no hint that could say so.
      process.stderr.write(`${saved}\n`)
      throw error
    }
    const hint = [...(error.hint === undefined ? [] : [error.hint]), saved]
    throw new UserError(error.kind, error.message, { hint: hint.join('\n') })
  }
}

const MAX_NAME = 60

/** Returns the first word of a command line, which may be in quotes. */
async function nameProgram(commandLine: string): Promise<string> {
  const { truncateToWidth } = await import('../../output/display-width.ts')
  const { sanitizeLine } = await import('../../output/sanitize.ts')
  const [, , inQuotes, word = ''] = /^\s*(?:(["'])(.+?)\1(?=\s|$)|(\S+))/.exec(commandLine) ?? []
  return truncateToWidth(sanitizeLine(inQuotes ?? word), MAX_NAME)
}

/** Decodes what was saved, also after a byte order mark; read as UTF-8, another encoding changes names. */
function decodeSaved(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const hint = 'Let the editor save it in UTF-8'
    throw new UserError('invalid', 'The text is not in UTF-8; nothing was changed', { hint })
  }
}
