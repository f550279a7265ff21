/**
 * Declares and parses the global flags, which every command accepts in any position.
 * @see docs/cli.md#global-flags
 */

import { parseDuration } from '../command/dates.ts'
import { UserError } from '../contract/errors.ts'
import type { FlagModel } from './completion/command-model.ts'

/** The values of --format. */
export const outputFormats = ['table', 'json', 'ndjson', 'csv', 'tsv', 'ids'] as const
/** An output format. */
export type OutputFormat = (typeof outputFormats)[number]
const colorModes = ['auto', 'always', 'never'] as const
const progressModes = ['auto', 'json'] as const

/** A flag that every command accepts. */
export interface GlobalFlag {
  /** The name without dashes. */
  name: string
  short?: string
  /** The name of its value; undefined for a boolean flag. */
  placeholder?: string
  help: string
  completion?: FlagModel['completion']
}

/** All global flags, in the order of the help. */
export const globalFlags: readonly GlobalFlag[] = [
  { name: 'profile', short: 'P', placeholder: 'NAME', help: 'The profile to use' },
  { name: 'json', help: 'Print JSON with all fields' },
  {
    name: 'fields',
    placeholder: 'A,B.C',
    help: 'Print only these fields, as JSON unless --format is given',
  },
  {
    name: 'format',
    short: 'f',
    placeholder: 'FORMAT',
    help: `One of ${outputFormats.join(', ')}`,
    completion: outputFormats,
  },
  {
    name: 'output',
    short: 'o',
    placeholder: 'FILE',
    help: 'Write to a file; the extension .csv, .tsv, .json or .ndjson sets the format',
    completion: 'file',
  },
  { name: 'force', help: 'Let --output replace an existing file' },
  { name: 'no-header', help: 'Omit headings of tables, TSV and CSV' },
  { name: 'color', placeholder: 'WHEN', help: `One of ${colorModes.join(', ')}`, completion: colorModes },
  { name: 'no-pager', help: 'Do not use a pager' },
  {
    name: 'progress',
    placeholder: 'HOW',
    help: 'Progress of long tasks: auto, or json for one JSON object per line on stderr',
    completion: progressModes,
  },
  { name: 'quiet', help: 'Print only the result' },
  { name: 'verbose', short: 'v', help: 'Show each request' },
  { name: 'debug', help: 'Show requests, responses and stack traces; never the key' },
  { name: 'dry-run', short: 'n', help: 'Show what would change without changing it' },
  { name: 'draft', help: 'Keep what would change as a draft for budget drafts' },
  { name: 'yes', short: 'y', help: 'Answer yes to every question' },
  { name: 'no-input', help: 'Never prompt' },
  { name: 'read-only', help: 'Reject every change' },
  { name: 'no-wait', help: 'Fail instead of waiting for the rate limit' },
  { name: 'max-wait', placeholder: 'SPAN', help: 'Wait up to this long for the rate limit, such as 10m' },
  { name: 'max-requests', placeholder: 'N', help: 'Make up to this many requests' },
  { name: 'refresh', help: 'Reload the names of accounts, categories and merchants' },
]

/** The values of the global flags. */
export interface GlobalOptions {
  profile: string | undefined
  fields: readonly string[] | undefined
  /** undefined: a table on a terminal, TSV in a pipe or a file. */
  format: OutputFormat | undefined
  output: string | undefined
  force: boolean
  header: boolean
  color: 'auto' | 'always' | 'never'
  pager: boolean
  progress: (typeof progressModes)[number]
  quiet: boolean
  verbose: boolean
  debug: boolean
  dryRun: boolean
  draft: boolean
  yes: boolean
  input: boolean
  readOnly: boolean
  /** In seconds; undefined: the default of the command. */
  maxWait: number | undefined
  maxRequests: number | undefined
  refresh: boolean
}

type RawFlags = Readonly<Record<string, unknown>>

/**
 * Parses the global flags among all flags of a command line.
 * @throws UserError for an invalid value.
 */
export function parseGlobalOptions(typed: RawFlags): GlobalOptions {
  const text = (name: string): string | undefined => {
    const value = typed[name]
    return typeof value === 'string' ? value : undefined
  }
  const format = parseEnum('format', outputFormats, text('format'))
  if (typed['json'] === true && format !== undefined && format !== 'json') {
    throw new UserError('usage', `Use either --json or --format ${format}, not both`)
  }
  const fields = text('fields')
    ?.split(',')
    .map((field) => field.trim())
  if (format === 'ids' && fields)
    throw new UserError('usage', 'Use either --fields or --format ids, not both')
  const structured = fields !== undefined ? 'json' : undefined
  const output = text('output')
  return {
    profile: text('profile'),
    fields,
    format: format ?? (typed['json'] === true ? 'json' : (inferFormat(output) ?? structured)),
    output,
    force: typed['force'] === true,
    header: typed['header'] !== false,
    color: parseEnum('color', colorModes, text('color')) ?? 'auto',
    pager: typed['pager'] !== false,
    progress: parseEnum('progress', progressModes, text('progress')) ?? 'auto',
    quiet: typed['quiet'] === true,
    verbose: typed['verbose'] === true,
    debug: typed['debug'] === true,
    dryRun: typed['dryRun'] === true,
    draft: typed['draft'] === true,
    yes: typed['yes'] === true,
    input: typed['input'] !== false,
    readOnly: typed['readOnly'] === true,
    maxWait: parseMaxWait(text('maxWait'), typed['wait'] === false),
    maxRequests: parseCount('max-requests', text('maxRequests')),
    refresh: typed['refresh'] === true,
  }
}

/** Infers the output format from the extension of a file. */
const inferFormat = (path = ''): OutputFormat | undefined =>
  (['csv', 'tsv', 'json', 'ndjson'] as const).find((ending) => path.toLowerCase().endsWith(`.${ending}`))

function parseMaxWait(text: string | undefined, never: boolean): number | undefined {
  if (text !== undefined && never)
    throw new UserError('usage', 'Use either --no-wait or --max-wait, not both')
  return never ? 0 : text === undefined ? undefined : parseDuration(text)
}

function parseCount(name: string, text: string | undefined): number | undefined {
  if (text === undefined || /^\d{1,9}$/.test(text)) return text === undefined ? undefined : Number(text)
  throw new UserError('usage', `"${text}" is not valid for --${name}`, { hint: 'Use a whole number' })
}

function parseEnum<const Word extends string>(
  name: string,
  values: readonly Word[],
  text: string | undefined,
) {
  const value = values.find((candidate) => candidate === text)
  if (text === undefined || value !== undefined) return value
  throw new UserError('usage', `"${text}" is not valid for --${name}`, {
    hint: `One of: ${values.join(', ')}`,
  })
}

/**
 * True if the user asked for JSON errors. It reads the raw arguments, because parsing them may be what
 * failed.
 */
export const wantsJsonErrors = (args: readonly string[]): boolean =>
  args.some((arg, at) => {
    if (arg === '--json' || arg.startsWith('--fields')) return true
    const format =
      /^(?:--format=|-f)(.+)$/.exec(arg)?.[1] ??
      (arg === '-f' || arg === '--format' ? args[at + 1] : undefined)
    return format !== undefined && format !== 'table'
  })
