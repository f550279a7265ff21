/** Writes the completion script to the directory the shell reads. */

import type { CommandContext, FileSystem } from '../command/context.ts'
import { type Shell, supportedShells } from '../config/completion-paths.ts'
import { UserError } from '../contract/errors.ts'
import { createLocalChange } from '../contract/ports/history.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import type { TextStyle } from '../output/style.ts'
import { defineView, textColumn } from '../output/view.ts'

/** Every generated script contains this text. */
const GENERATED_MARKER = 'completion for budget; generated'

/** Installs the script of the shell, and returns the line that the user adds to the shell's own file. */
export async function installCompletion(
  context: CommandContext,
  { shell: requestedShell, force }: { shell: Shell | undefined; force: boolean },
): Promise<InstalledCompletion> {
  const {
    computer: { files },
    invocation: { isDryRun },
  } = context
  const { resolveCompletionTarget, shell: userShell } = await context.computer.settings()
  const shell = requestedShell ?? userShell ?? throwUnknownShell()
  const { path, needs, ...target } = resolveCompletionTarget(shell)
  const line = (await anyFileExists(files, needs)) ? target.line : `source '${path.replaceAll("'", "'\\''")}'`
  if (!force && !(await isReplaceable(files, path)))
    throw new UserError('usage', `"${path}" already exists and was not created by budget`, {
      hint: 'Add --force to replace it',
    })
  if (isDryRun)
    context.invocation.recordPlannedChange(createLocalChange('file', { id: path, after: { name: path } }))
  else await writeScript(context, { shell, path })
  return { shell, path, line, written: !isDryRun }
}

async function writeScript(
  { computer: { files, buildCompletionScript } }: Pick<CommandContext, 'computer'>,
  { shell, path }: { shell: Shell; path: string },
): Promise<void> {
  await files.makeParentDirectory(path)
  await files.write(path, await buildCompletionScript(shell), { force: true })
}

/** True if one of the files exists, or if none is needed. */
async function anyFileExists(files: FileSystem, paths: readonly string[] | undefined): Promise<boolean> {
  if (!paths) return true
  for (const path of paths) if (await fileExists(files, path)) return true
  return false
}

async function fileExists(files: FileSystem, path: string): Promise<boolean> {
  try {
    return (await files.read(path)).length > 0
  } catch (error) {
    if (error instanceof UserError) return false
    throw error
  }
}

/** True if the file may be replaced, because it is missing or was generated. */
async function isReplaceable(files: FileSystem, path: string): Promise<boolean> {
  try {
    return Buffer.from(await files.read(path))
      .toString('utf8', 0, 200)
      .includes(GENERATED_MARKER)
  } catch (error) {
    if (error instanceof UserError && error.kind === 'not_found') return true
    throw error
  }
}

function throwUnknownShell(): never {
  throw new UserError('usage', 'SHELL does not name a supported shell', {
    hint: `Use one of: ${supportedShells.map((shell) => `budget completion install ${shell}`).join(', ')}`,
  })
}

/** An installed completion script. */
export interface InstalledCompletion {
  shell: string
  path: string
  /** The line the user has to add to a startup file; null when none is needed. */
  line: string | null
  /** false in a dry run. */
  written: boolean
}

const nextSteps: Readonly<Record<string, string>> = {
  bash: 'Start a new bash to use it',
  zsh: 'Start a new zsh to use it',
  fish: 'Start a new fish to use it',
}

const startupFileHints: Readonly<Record<string, string>> = {
  bash: 'Install the package bash-completion, or add this line to ~/.bashrc:',
  zsh: 'Add this line to ~/.zshrc before compinit:',
}

/** The path of the script, and what is left to do. */
export const installedCompletionView = {
  ...defineView<InstalledCompletion, InstalledCompletion>({
    columns: [
      textColumn('shell', 'Shell'),
      textColumn('path', 'File'),
      textColumn('line', 'Line'),
      textColumn('written', 'Written'),
    ],
  }),
  renderText: ({ shell, path, line, written }: InstalledCompletion, { colors }: TextStyle) =>
    [
      sanitizeLine(`${written ? 'Wrote' : 'Would write'} ${path}`),
      ...(line === null
        ? [nextSteps[shell]]
        : [startupFileHints[shell], `  ${colors.bold(sanitizeLine(line))}`]),
    ]
      .map((describe) => `${describe}\n`)
      .join(''),
}
