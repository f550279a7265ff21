/** Tests what becomes of a text that the user changes in an editor. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { editText } from '../../../src/cli/platform/editor.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-editor-'))
  vi.stubEnv('TMPDIR', folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

/** Lists the files that were kept for the user. */
const listKept = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.txt'))

/** Runs a shell command as the editor; it gets the path of the file as `$1`. */
const edit = (command: string): Promise<string> =>
  editText('Café\n', `sh -c '${command}' sh`, async (saved) => saved)

describe.skipIf(process.platform === 'win32')('a text in an editor', () => {
  it.each([
    ['as it was', 'true', 'Café\n'],
    [
      'without the byte order mark that some editors put first',
      String.raw`printf "\357\273\277x" > "$1"`,
      'x',
    ],
  ])('is read %s', async (_, command, text) => {
    expect(await edit(command)).toBe(text)
    expect(listKept()).toEqual([])
  })

  it('is refused and kept if it was saved in another encoding than UTF-8', async () => {
    const failure: unknown = await edit(String.raw`printf "Caf\351" > "$1"`).catch((error: unknown) => error)
    const path = join(folder, listKept()[0] ?? '')
    expect(failure).toMatchObject({
      kind: 'invalid',
      message: 'The text is not in UTF-8; nothing was changed',
      hint: `Let the editor save it in UTF-8\nYour text was saved in ${path}`,
    })
    expect(readFileSync(path)).toEqual(Buffer.from('Caf\u00e9', 'latin1'))
  })

  it.each([
    ['removes the file', 'rm "$1"'],
    ['makes a directory of it', 'rm "$1" && mkdir "$1"'],
  ])('changes nothing if the editor %s', async (_, command) => {
    await expect(edit(command)).rejects.toMatchObject({
      kind: 'usage',
      message: `"sh" removed the file; nothing was changed`,
      hint: 'Save the text in the file that the editor opens',
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    ['by its program', 'false --wait', 'false'],
    ['by a program in quotes', `'/no such/editor' -w`, '/no such/editor'],
    ['in at most 60 columns', `/${'x'.repeat(200)} -w`, `/${'x'.repeat(58)}…`],
    ['without control characters', '"/no\u001b[2Jsuch"', '/no^[[2Jsuch'],
  ])('names an editor that fails %s', async (_, editor, name) => {
    await expect(editText('', editor, async (saved) => saved)).rejects.toMatchObject({
      message: `"${name}" failed; nothing was changed`,
    })
  })
})
