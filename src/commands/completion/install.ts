import { type Files, maybe, standalone, toggle } from '../../command/define.ts'
import { oneOf } from '../../command/options.ts'
import type { Shell } from '../../config/completion-paths.ts'
import { shells } from '../../config/completion-paths.ts'
import { Mistake } from '../../contract/errors.ts'
import { type InstalledCompletion, installedCompletion } from '../../render/completion.ts'
import { localChange } from '../../render/planned-write.ts'

/** What the scripts say of themselves. */
const OURS = 'completion for budget; generated'

export const install = standalone({
  name: 'completion install',
  summary: 'Put the completion script where a shell reads it by itself',
  arguments: { shell: maybe(oneOf('The shell; that of $SHELL when left out', 'SHELL', shells)) },
  flags: { force: toggle('Replace a file that budget did not write') },
  examples: [
    { when: 'For the shell you use', type: 'budget completion install' },
    { when: 'For another one, without doing it yet', type: 'budget completion install fish --dry-run' },
  ],
  changes: true,
  async run(world, { shell: named, force }): Promise<InstalledCompletion> {
    const { files, dryRun } = world
    const { completionPlace, shell: own } = await world.settings()
    const shell = named ?? own ?? unknownShell()
    const { path, needs, ...place } = completionPlace(shell)
    const line = (await hasOneOf(files, needs)) ? place.line : `source '${path.replaceAll("'", "'\\''")}'`
    if (!force && !(await isOurs(files, path)))
      throw new Mistake('usage', `"${path}" is there already, and budget did not write it`, {
        hint: 'Add --force to replace it',
      })
    if (dryRun) world.plan(localChange('file', { after: { name: path } }))
    else await write(world, { shell, path })
    return { shell, path, line, written: !dryRun }
  },
  show: installedCompletion,
})

async function write(
  { files, completionScript }: { files: Files; completionScript(shell: Shell): Promise<string> },
  { shell, path }: { shell: Shell; path: string },
): Promise<void> {
  await files.makeFolderOf(path)
  await files.write(path, await completionScript(shell), { force: true })
}

/** Is one of these files there? There is nothing to look for where there are none. */
async function hasOneOf(files: Files, paths: readonly string[] | undefined): Promise<boolean> {
  if (!paths) return true
  for (const path of paths) if (await isThere(files, path)) return true
  return false
}

async function isThere(files: Files, path: string): Promise<boolean> {
  try {
    return (await files.read(path)).length > 0
  } catch (error) {
    if (error instanceof Mistake) return false
    throw error
  }
}

/** May the file be written over: is it ours, or not there at all? */
async function isOurs(files: Files, path: string): Promise<boolean> {
  try {
    return Buffer.from(await files.read(path))
      .toString('utf8', 0, 200)
      .includes(OURS)
  } catch (error) {
    if (error instanceof Mistake && error.kind === 'not_found') return true
    throw error
  }
}

function unknownShell(): never {
  throw new Mistake('usage', 'SHELL does not say which shell it is for', {
    hint: `Name it: ${shells.map((shell) => `budget completion install ${shell}`).join(', ')}`,
  })
}
