/** Tells the assistants of this computer how to start budget: in their own files, after showing the change. */

import type { CommandContext } from '../command/context.ts'
import { listVariables, resolveClientTarget } from '../config/assistant-clients.ts'
import { UserError } from '../contract/errors.ts'
import { createLocalChange } from '../contract/ports/history.ts'
import { toShellValue } from '../output/shell-words.ts'
import { definePlainTextView, type View } from '../output/view.ts'
import type { Level } from './tool.ts'

/** The assistants that are known, and `print` for any other. */
export const clients = ['claude-code', 'claude-desktop', 'cursor', 'vscode', 'print'] as const
type Client = (typeof clients)[number]

/** How an assistant starts budget. */
interface ServerEntry {
  type?: 'stdio'
  command: string
  args: string[]
  env?: Record<string, string>
}

/** What was written, and where. */
interface InstalledServer {
  client: Client
  /** The file; null when none is written. */
  path: string | null
  /** The command that adds the entry; null when a file is written. */
  command: string | null
  entry: ServerEntry
  written: boolean
  /** True if the file has the same entry already. */
  exists: boolean
  /** Why nothing was written; null when something was, or nothing was to be. */
  reason: string | null
}

interface InstallInput {
  client: Client
  allow: Level
  folder: string | undefined
}

const NAME = 'budget'

/**
 * Adds budget to an assistant. The entry has the absolute paths of Node.js and budget, because apps do not have the
 * `PATH` of a shell, and never a key.
 */
export async function installServer(context: CommandContext, input: InstallInput): Promise<InstalledServer> {
  const entry = await createEntry(context, input)
  const { client } = input
  const shown = { client, path: null, command: null, entry, written: false, exists: false, reason: null }
  if (client === 'print') return shown
  return client === 'claude-code' ? addByClaude(context, shown) : addToFile(context, { ...shown, client })
}

async function createEntry(
  { computer: { files, executable, settings } }: CommandContext,
  { client, allow, folder }: InstallInput,
): Promise<ServerEntry> {
  const { profileFlag, environment } = await settings()
  const args = [
    executable.program,
    'mcp',
    `--allow=${allow}`,
    ...(folder === undefined ? [] : [`--folder=${files.resolvePath(folder)}`]),
    ...(profileFlag === undefined ? [] : [`--profile=${profileFlag}`]),
  ]
  const env = listVariables(environment)
  return {
    ...(client === 'vscode' && { type: 'stdio' }),
    command: executable.node,
    args,
    ...(Object.keys(env).length > 0 && { env }),
  }
}

/** Adds the entry by the program of Claude Code, which keeps its servers itself. */
async function addByClaude(context: CommandContext, shown: InstalledServer): Promise<InstalledServer> {
  const words = ['mcp', 'add-json', '--scope', 'user', NAME]
  const args = [...words, JSON.stringify(shown.entry)]
  const command = ['claude', ...words, toShellValue(JSON.stringify(shown.entry))].join(' ')
  const { invocation, user, computer } = context
  if (invocation.isDryRun) {
    invocation.recordPlannedChange(createLocalChange('file', { id: 'claude', after: { name: command } }))
    return { ...shown, command }
  }
  await user.requireConfirmation('Run this?', async () => command)
  const result = await computer.runProgram('claude', args)
  if (!result) return { ...shown, command, reason: 'The program claude is not installed' }
  return result.code === 0
    ? { ...shown, command, written: true }
    : { ...shown, command, reason: `claude ended with ${result.code}` }
}

/** Adds the entry to the file of an assistant, and keeps everything else in it. */
async function addToFile(
  context: CommandContext,
  shown: InstalledServer & { client: Exclude<Client, 'claude-code' | 'print'> },
): Promise<InstalledServer> {
  const { invocation, user, computer } = context
  const { files } = computer
  const { path, field } = resolveClientTarget(shown.client, (await computer.settings()).environment)
  const result = { ...shown, path }
  const content = await readOptional(context, path)
  const file = content === undefined ? {} : parseObject(content)
  const servers = file && Object(file[field] ?? {})
  // A rewritten file would lose the comments that the user wrote.
  if (!file) return { ...result, reason: `${path} has comments, or is no JSON` }
  const changed = { ...file, [field]: { ...servers, [NAME]: shown.entry } }
  if (JSON.stringify(file) === JSON.stringify(changed)) return { ...result, exists: true }
  if (invocation.isDryRun) {
    invocation.recordPlannedChange(createLocalChange('file', { id: path, after: { name: path } }))
    return result
  }
  await user.requireConfirmation(`Write this to ${path}?`, async () => formatEntry(field, shown.entry))
  await files.makeParentDirectory(path)
  await files.write(path, `${JSON.stringify(changed, undefined, 2)}\n`, { force: true, secret: true })
  return { ...result, written: true }
}

async function readOptional(
  { computer: { files } }: CommandContext,
  path: string,
): Promise<string | undefined> {
  try {
    return Buffer.from(await files.read(path)).toString('utf8')
  } catch (error) {
    if (error instanceof UserError && error.kind === 'not_found') return undefined
    throw error
  }
}

/** Returns the object that a text is as JSON; undefined for any other text. */
function parseObject(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined // checked just above
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const formatEntry = (field: string, entry: ServerEntry): string =>
  JSON.stringify({ [field]: { [NAME]: entry } }, undefined, 2)

/** Says what was written, or shows what to write. */
export const installView: View<InstalledServer> = definePlainTextView(
  ({ client, path, command, entry, written, exists, reason }) => {
    if (exists) return `${path} has this entry already.\n`
    const snippet = command ?? formatEntry(client === 'vscode' ? 'servers' : 'mcpServers', entry)
    if (written) return `Added budget to ${path ?? client}. Start the assistant again to use it.\n`
    const why = reason === null ? '' : `${reason}. Nothing was changed; add this yourself:\n`
    return `${why}${snippet}\n`
  },
  ['client', 'path', 'command', 'entry', 'written', 'exists', 'reason'],
)
