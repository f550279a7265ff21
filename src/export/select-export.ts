/** Decides what an export holds and in which format, and begins it. */

import type { WorkspaceContext } from '../command/context.ts'
import { UserError } from '../contract/errors.ts'
import { daysInMonth, toMonth } from '../money/calendar.ts'
import {
  type ExportFormatName,
  findFormatByPath,
  getExportFormat,
  listExportFormats,
} from './export-formats.ts'
import { type ExportSelection, writeExport } from './write-export.ts'

/** What the user asked of an export. */
export interface ExportInput {
  what: 'all' | undefined
  to: ExportFormatName | undefined
  since: string | undefined
  until: string | undefined
  period: { since: string; until: string } | undefined
  account: readonly { id: string }[]
  envelopes: boolean
}

/**
 * Begins an export and returns its text.
 * @throws UserError when nothing says the format, or when the flags contradict one another
 */
export async function selectExport(
  context: WorkspaceContext,
  input: ExportInput,
): Promise<AsyncIterable<string>> {
  const { since, until } = selectDates(input)
  if (input.what === 'all' || isArchive(context, input)) {
    assertNoSelection(input)
    assertArchivePath(context)
    const { writeWholeArchive } = await import('./write-archive.ts')
    return writeWholeArchive(context)
  }
  const format = await selectFormat(context, input)
  const account_ids = input.account.length === 0 ? undefined : input.account.map(({ id }) => id)
  if (input.envelopes) assertEnvelopesFit(format, { since, until, account_ids })
  return writeExport(context, { format, since, until, account_ids, hasEnvelopes: input.envelopes })
}

/** True for a file whose extension stands for an archive, unless --to says otherwise. */
const isArchive = ({ invocation: { outputPath } }: WorkspaceContext, { to }: ExportInput): boolean =>
  to === undefined && outputPath !== undefined && /\.tar$/i.test(outputPath)

/** @throws UserError for a file whose extension is not .tar, and for a terminal */
function assertArchivePath({ invocation: { outputPath, showsResultAsText } }: WorkspaceContext): void {
  if (showsResultAsText())
    throw new UserError('usage', 'An archive is a file, which a terminal cannot show', {
      hint: 'Add -o home.tar',
    })
  const [extension = ''] = /\.[^./\\]*$/.exec(outputPath ?? '') ?? []
  if (/^(\.tar)?$/i.test(extension)) return
  throw new UserError('usage', `An archive is a tar file, and ${outputPath} ends with ${extension}`, {
    hint: 'Use a name that ends with .tar',
  })
}

/** @throws UserError when a flag would leave something out of an archive of everything */
function assertNoSelection({ to, since, until, period, account, envelopes }: ExportInput): void {
  const flags = {
    to,
    since,
    until,
    period,
    account: account.length > 0 || undefined,
    envelopes: envelopes || undefined,
  }
  const [flag] = Object.entries(flags).find(([, value]) => value !== undefined) ?? []
  if (flag === undefined) return
  throw new UserError('usage', `An archive holds everything, so --${flag} does not apply`, {
    hint: 'Use budget export without "all" for a part of it',
  })
}

function selectDates({ period, since, until }: ExportInput) {
  if (period && (since !== undefined || until !== undefined))
    throw new UserError('usage', 'Use either --period, or --since and --until')
  const dates = { since: period?.since ?? since, until: period?.until ?? until }
  if (dates.since !== undefined && dates.until !== undefined && dates.since > dates.until)
    throw new UserError('usage', `--since ${dates.since} is after --until ${dates.until}`)
  return dates
}

/** Returns the format: of --to, of the file, or as the user answers. */
async function selectFormat(
  { invocation: { outputPath }, user: { isInteractive, select } }: WorkspaceContext,
  { to }: ExportInput,
): Promise<ExportFormatName> {
  const known = to ?? (outputPath === undefined ? undefined : findFormatByPath(outputPath))
  if (known !== undefined) return known
  const names = listExportFormats()
  if (!isInteractive())
    throw new UserError('usage', 'Missing --to: choose a format for the export', {
      hint: `Add --to with one of: ${names.join(', ')}`,
    })
  const choices = names.map((name) => ({ value: name, label: getExportFormat(name).label }))
  const answer = await select('Which format?', choices)
  const chosen = names.find((name) => name === answer)
  if (chosen === undefined) throw new UserError('usage', 'No format was chosen')
  return chosen
}

/** @throws UserError when the envelopes would not be those of the budget months */
function assertEnvelopesFit(
  format: ExportFormatName,
  { since, until, account_ids }: Pick<ExportSelection, 'since' | 'until' | 'account_ids'>,
): void {
  const fitting = listExportFormats().filter((name) => getExportFormat(name).holdsEnvelopes)
  if (!getExportFormat(format).holdsEnvelopes)
    throw new UserError('usage', `--envelopes does not work with ${format}`, {
      hint: `It works with ${fitting.join(', ')}; ndjson and csv hold transactions only`,
    })
  if (account_ids)
    throw new UserError('usage', 'Use either --envelopes or --account, not both', {
      hint: 'Envelopes hold the money of all accounts',
    })
  if (since !== undefined && !since.endsWith('-01'))
    throw new UserError(
      'usage',
      `--envelopes needs whole months, but ${since} is not the first day of a month`,
      {
        hint: `Add --since ${toMonth(since)}-01`,
      },
    )
  if (until !== undefined && until !== getLastDay(until))
    throw new UserError(
      'usage',
      `--envelopes needs whole months, but ${until} is not the last day of a month`,
      {
        hint: `Add --until ${getLastDay(until)}`,
      },
    )
}

const getLastDay = (date: string): string => `${toMonth(date)}-${daysInMonth(toMonth(date))}`
