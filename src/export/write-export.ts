/** Gathers the names, transactions and months of a workspace, and writes them in a format. */

import type { WorkspaceContext } from '../command/context.ts'
import type { BudgetMonth } from '../contract/ports/budget-months.ts'
import type { ExportSource } from '../contract/ports/export-source.ts'
import { toMonth } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { groupThousands } from '../output/format-amount.ts'
import { toShellPath } from '../output/shell-words.ts'
import type { ExportFacts } from './export-facts.ts'
import { type ExportFormatName, getExportFormat } from './export-formats.ts'
import { readPlannedDates } from './planned.ts'

/** What is exported, and how. */
export interface ExportSelection {
  format: ExportFormatName
  since: string | undefined
  until: string | undefined
  account_ids: readonly string[] | undefined
  hasEnvelopes: boolean
}

/** What was written so far. */
interface ExportCounts {
  transactions: number
  planned: number
  first: string | undefined
  last: string | undefined
}

/** Yields the text of an export; at its end it tells what was written. */
export async function* writeExport(
  context: WorkspaceContext,
  selection: ExportSelection,
): AsyncGenerator<string> {
  const counts: ExportCounts = { transactions: 0, planned: 0, first: undefined, last: undefined }
  yield* getExportFormat(selection.format).write(await gatherFacts(context, selection, counts))
  context.user.info(describeExport(context, selection, counts))
}

async function gatherFacts(
  context: WorkspaceContext,
  { format, since, until, account_ids, hasEnvelopes }: ExportSelection,
  counts: ExportCounts,
): Promise<ExportFacts> {
  const {
    workspace: { names, workspace_id },
    invocation: { today },
  } = context
  const currency = await names.currency(toMonth(today))
  const decimals = getCurrencyDecimals(currency)
  const source = await context.workspace.openExportSource(decimals)
  source.openSnapshot()
  const [accounts, groups, categories, merchants] = await Promise.all([
    names.accounts('fresh'),
    names.groups('fresh'),
    names.categories('fresh'),
    names.merchants('fresh'),
  ])
  const { holdsSchedules } = getExportFormat(format)
  // A request that may find nothing is not worth it: a remote workspace is asked once schedules were seen in it.
  const asks = holdsSchedules === 'only' || (holdsSchedules === 'too' && context.workspace.hasSchedules())
  const planned = asks ? await readPlannedDates(context, { since, until, account_ids, currency }) : []
  counts.planned = planned.length
  const merchantNames = new Map(merchants.map(({ id, name }) => [id, name]))
  return {
    workspace_id,
    currency,
    decimals,
    since,
    until,
    today,
    planned,
    account_ids,
    accounts,
    groups,
    categories: categories.map((category) => ({ ...category, is_payment: category.system })),
    getMerchantName: (id) => merchantNames.get(id),
    opening_balances: await listOpeningBalances(source, { since, account_ids }),
    months: hasEnvelopes ? await listMonths(context, { since, until }) : undefined,
    async *listTransactions(chosen = account_ids) {
      for await (const page of source.listTransactions({ since, until, account_ids: chosen })) {
        counts.transactions += page.length
        counts.first ??= page[0]?.date
        counts.last = page.at(-1)?.date
        yield page
      }
    },
  }
}

/** Returns the balances before the first date, of the accounts that are exported. */
async function listOpeningBalances(
  source: ExportSource,
  { since, account_ids }: Pick<ExportSelection, 'since' | 'account_ids'>,
): Promise<ExportFacts['opening_balances']> {
  if (since === undefined) return new Map()
  const balances = await source.listBalancesBefore(since)
  return new Map([...balances].filter(([id]) => account_ids?.includes(id) ?? true))
}

/**
 * Returns the budget months: from the first to the last one that has a transaction or an assignment; this month is
 * always among them.
 */
async function listMonths(
  { workspace: { openReportSource }, invocation: { today } }: WorkspaceContext,
  { since, until }: Pick<ExportSelection, 'since' | 'until'>,
): Promise<BudgetMonth[]> {
  const source = await openReportSource()
  const dates = await source.readDateRange()
  const assigned = await source.readAssignedRange()
  const known = [
    toMonth(today),
    ...[dates, assigned].flatMap((range) => (range ? [range.first, range.last].map(toMonth) : [])),
  ].toSorted()
  const first = since === undefined ? known[0] : toMonth(since)
  const last = until === undefined ? known.at(-1) : toMonth(until)
  if (first === undefined || last === undefined) return []
  return source.listBudgetMonths(first, last < first ? first : last)
}

/** Returns what was written, and how to look at it. */
function describeExport(
  { invocation: { outputPath } }: Pick<WorkspaceContext, 'invocation'>,
  { format }: ExportSelection,
  { transactions, planned, first, last }: ExportCounts,
): string {
  const count = `${groupThousands(String(transactions))} ${transactions === 1 ? 'transaction' : 'transactions'}`
  const plans = `${groupThousands(String(planned))} planned ${planned === 1 ? 'date' : 'dates'}`
  if (format === 'ics') return plans
  const period = `${first === undefined ? '' : `, ${first} to ${last}`}${planned > 0 ? `; ${plans}` : ''}`
  const look =
    outputPath === undefined
      ? undefined
      : getExportFormat(format).formatInspectCommand?.(toShellPath(outputPath))
  return `${count}${period}${look === undefined ? '' : `. To view it: ${look}`}`
}
