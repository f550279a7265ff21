/** Finds transactions that were booked twice, and removes those that the user chooses. */

import type { WorkspaceContext } from '../../command/context.ts'
import { labelById, mapOneByOne } from '../../command/for-each.ts'
import { groupBy } from '../../contract/group-by.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { describeTransaction } from '../../transactions/ask-reconciled.ts'
import { changeTransaction } from '../../transactions/change-transactions.ts'
import { createReferenceAdder } from '../../transactions/read-reply.ts'
import { readRowSources } from '../../transactions/read-row-sources.ts'
import { listRowsAround, type SearchScope } from '../../transactions/rows-around.ts'
import type { DuplicateOutput } from '../duplicates-view.ts'
import type { NamedFindingSelection } from '../finding-option.ts'
import { applyFindings } from '../select-findings.ts'
import { type DuplicateFinding, findDuplicates, keepOtherTransaction } from './find-duplicates.ts'
import { readMergedEntries } from './merged-entries.ts'

/** Returns the pairs with what became of them: which one is deleted, and what the other takes over. */
export async function removeDuplicates(
  context: WorkspaceContext,
  { apply, ...scope }: SearchScope & { apply: NamedFindingSelection | undefined },
): Promise<DuplicateOutput[]> {
  const findings = await context.invocation.computeLong(() => listDuplicates(context, scope))
  let changed: ReadonlyMap<string, Transaction> = new Map()
  const applySelected = async (selected: readonly DuplicateFinding[]): Promise<void> => {
    changed = await applyFixes(context, selected)
  }
  const outcomes = await applyFindings(
    context,
    { findings, apply, applySelected },
    {
      noun: 'pair',
      question: (chosen) =>
        chosen.length === 1 ? 'Delete this transaction?' : `Delete ${chosen.length} transactions?`,
      describe: describeFix,
      listIds: ({ remove }) => [remove.id],
      countRequests: (chosen) => chosen.flatMap(listRequests).length,
      getOtherWay: (finding) =>
        finding.keep.type === 'regular' && finding.keep.status !== 'reconciled'
          ? { label: 'Keep the other one', finding: keepOtherTransaction(finding) }
          : undefined,
    },
  )
  const rows = outcomes.flatMap(({ keep, remove }) => [changed.get(keep.id) ?? keep, remove])
  const withReference = createReferenceAdder(context, rows)
  return outcomes.map(({ keep, remove, ...finding }) => ({
    ...finding,
    keep: withReference(keep),
    remove: withReference(remove),
  }))
}

const fieldNames: Readonly<Record<string, string>> = {
  category_id: 'category',
  ready_to_assign: 'category',
  splits: 'split lines',
  notes: 'notes',
  merchant_id: 'merchant',
  status: 'status',
  review_status: 'review',
}

/** Describes what is deleted, what is kept, and what it takes over. */
function describeFix({ keep, remove, fix }: DuplicateFinding): string {
  const taken = Object.keys(fix.changes).map((field) => fieldNames[field] ?? field)
  const withTaken =
    taken.length === 0 ? '' : `, with the ${joinWords([...new Set(taken)])} of the deleted one`
  return `Delete ${describeTransaction(remove)}; keep ${describeTransaction(keep)}${withTaken}`
}

const joinWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** Reads the transactions once, some days around the period too, and finds the pairs in it. */
async function listDuplicates(context: WorkspaceContext, scope: SearchScope): Promise<DuplicateFinding[]> {
  const { rows, isInPeriod } = await listRowsAround(context, scope)
  const sources = readRowSources(await context.workspace.openImportStore(), rows, context.workspace)
  const merged = await readMergedEntries(context)
  const isOneCommand = await readOneCommand(context)
  const query = { rows, sources, days: scope.days, merged, isOneCommand, isWanted: isInPeriod }
  const findings = findDuplicates(query)
  if (context.user.showsInfo()) tellEqualRows(context, rows.filter(isInPeriod), findings)
  return findings
}

const MAX_EQUAL = 3

/** Tells equal rows of one day that are no findings, because only the user knows whether one is too many. */
function tellEqualRows(
  context: WorkspaceContext,
  rows: readonly Transaction[],
  findings: readonly DuplicateFinding[],
): void {
  const listed = new Set(findings.flatMap(({ keep, remove }) => [keep.id, remove.id]))
  const candidates = rows.filter(({ id, type, deleted }) => type === 'regular' && !deleted && !listed.has(id))
  const groups = [
    ...groupBy(candidates, ({ account_id, date, amount, merchant_id, notes }) =>
      JSON.stringify([date, account_id, amount, merchant_id, notes]),
    ).values(),
  ].filter(({ length }) => length > 1)
  if (groups.length === 0) return
  context.user.info(
    'Identical on one day, but not listed because one file or command added them all, or you often pay that shop twice:',
  )
  for (const group of groups.slice(0, MAX_EQUAL)) {
    const [row] = group
    if (row) context.user.info(`  ${group.length} × ${describeTransaction(row)}`)
  }
  if (groups.length > MAX_EQUAL) context.user.info(`  and ${groups.length - MAX_EQUAL} more`)
  context.user.info('If one is a duplicate, delete it: budget tx delete REF')
}

type FixRequest = { transaction_id: string; body?: DuplicateFinding['fix']['changes'] }

/** Lists the requests of a fix: the change first, so that nothing is lost if the deletion fails. */
const listRequests = ({ fix }: DuplicateFinding): FixRequest[] => [
  ...(Object.keys(fix.changes).length > 0 ? [{ transaction_id: fix.keep_id, body: fix.changes }] : []),
  { transaction_id: fix.remove_id },
]

/** Carries out the fixes, and returns the changed transactions by their id. */
async function applyFixes(
  context: WorkspaceContext,
  findings: readonly DuplicateFinding[],
): Promise<ReadonlyMap<string, Transaction>> {
  const changed = new Map<string, Transaction>()
  await mapOneByOne(
    context,
    findings.flatMap(listRequests),
    async ({ transaction_id, body }) => {
      if (body) changed.set(transaction_id, await changeTransaction(context, transaction_id, body))
      else await context.workspace.api.deleteTransaction({ transaction_id })
    },
    ({ transaction_id }) => labelById(transaction_id),
  )
  return changed
}

/**
 * Returns a function that tells whether one command made both. Of transactions from before the history, those of one
 * instant were made together.
 * @see docs/routine.md#duplicates
 */
async function readOneCommand({
  workspace: { history },
}: Pick<WorkspaceContext, 'workspace'>): Promise<(a: Transaction, b: Transaction) => boolean> {
  const entries = await history().list({})
  const entryById = new Map<string, number>()
  for (const { id, command, counts } of entries) {
    // The files of an import are known to the journal.
    if ((counts.transaction ?? 0) < 2 || /^import\b/.test(command)) continue
    for (const created of await history().listCreated(id)) entryById.set(created, id)
  }
  const start = entries.at(-1)?.at
  const isFromBefore = ({ created_at }: Transaction): boolean => start === undefined || created_at < start
  return (a, b) => {
    const [one, other] = [entryById.get(a.id), entryById.get(b.id)]
    if (one !== undefined || other !== undefined) return one === other
    return a.created_at === b.created_at && isFromBefore(a)
  }
}
