/** `budget tx duplicates`: finds transactions that were booked twice, and removes them. */

import { type DuplicateFinding, findDuplicates, keepOther } from '../../cleanup/duplicates/find-duplicates.ts'
import { readMergedEntries } from '../../cleanup/duplicates/read-merged-entries.ts'
import { type DuplicateOutput, duplicatesView } from '../../cleanup/duplicates-view.ts'
import { namedFindingOption } from '../../cleanup/finding-option.ts'
import { selectFindings } from '../../cleanup/select-findings.ts'
import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import { labelById, mapOneByOne } from '../../command/for-each.ts'
import { withDefault } from '../../command/option-spec.ts'
import { accountOption, integerOption, periodOption } from '../../command/options.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { groupBy } from '../../tables/group-by.ts'
import { describeTransaction } from '../../transactions/ask-reconciled.ts'
import { changeTransaction } from '../../transactions/change-transactions.ts'
import { readOneCommand } from '../../transactions/one-command.ts'
import { createReferenceAdder } from '../../transactions/read-reply.ts'
import { readRowSources } from '../../transactions/read-row-sources.ts'
import { listRowsAround, type SearchScope } from '../../transactions/rows-around.ts'

const MAX_DAYS = 31

export const duplicates = defineCommand({
  name: 'tx duplicates',
  summary: 'Find transactions that were booked twice',
  flags: {
    account: accountOption('Only in this account'),
    days: withDefault(integerOption('At most so many days apart; 5 by default', 0, MAX_DAYS), '5'),
    period: periodOption('Only in this period; reads less on a remote profile'),
    apply: namedFindingOption('Delete the one entered by hand, after its category and notes were copied'),
  },
  examples: [
    { when: 'What is in there twice', commandLine: 'budget tx duplicates' },
    { when: 'Remove the first and the third', commandLine: 'budget tx duplicates --apply 1,3' },
    {
      when: 'Remove all that are sure, in a script',
      commandLine: 'budget tx duplicates --period last-month --apply all --yes',
    },
  ],
  mutates: (_, { apply }) => apply !== undefined,
  waitsForRateLimit: true,
  async run(context, { apply, ...scope }): Promise<DuplicateOutput[]> {
    const findings = await context.computeLong(() => listDuplicates(context, scope))
    if (apply === undefined) return toOutput(context, findings, () => 'proposed')
    const selected = await selectFindings(
      context,
      { findings, apply },
      {
        noun: 'pair',
        question: (chosen) =>
          chosen.length === 1 ? 'Delete this transaction?' : `Delete ${chosen.length} transactions?`,
        describe: describeFix,
        listIds: ({ remove }) => [remove.id],
        countRequests: (chosen) => chosen.flatMap(listRequests).length,
        getOtherWay: (finding) =>
          finding.keep.type === 'regular' && finding.keep.status !== 'reconciled'
            ? { label: 'Keep the other one', finding: keepOther(finding) }
            : undefined,
      },
    )
    const changed = await applyFixes(context, selected)
    const applied = new Map(selected.map((finding) => [finding.number, finding]))
    const after = findings
      .map((finding) => applied.get(finding.number) ?? finding)
      .map((finding) => ({ ...finding, keep: changed.get(finding.keep.id) ?? finding.keep }))
    return toOutput(context, after, ({ number }) => (applied.has(number) ? 'applied' : 'skipped'))
  },
  view: duplicatesView,
})

/** Adds what became of each finding and, on a terminal, the references of its transactions. */
function toOutput(
  context: WorkspaceContext,
  findings: readonly DuplicateFinding[],
  tellOutcome: (finding: DuplicateFinding) => DuplicateOutput['outcome'],
): DuplicateOutput[] {
  const rows = findings.flatMap(({ keep, remove }) => [keep, remove])
  const withReference = createReferenceAdder(context, rows)
  return findings.map((finding) => ({
    ...finding,
    keep: withReference(finding.keep),
    remove: withReference(finding.remove),
    outcome: tellOutcome(finding),
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
  const sources = readRowSources(await context.openImportStore(), rows, context)
  const merged = await readMergedEntries(context)
  const isOneCommand = await readOneCommand(context)
  const query = { rows, sources, days: scope.days, merged, isOneCommand, isWanted: isInPeriod }
  const findings = findDuplicates(query)
  tellEqualRows(context, rows.filter(isInPeriod), findings)
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
  context.info(
    'Equal on one day and not listed, because one file or one command has them all, or the shop is often paid twice:',
  )
  for (const group of groups.slice(0, MAX_EQUAL)) {
    const [row] = group
    if (row) context.info(`  ${group.length} × ${describeTransaction(row)}`)
  }
  if (groups.length > MAX_EQUAL) context.info(`  and ${groups.length - MAX_EQUAL} more`)
  context.info('Decide whether one is too many; to delete it: budget tx delete REF')
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
      else await context.api.deleteTransaction({ transaction_id })
    },
    ({ transaction_id }) => labelById(transaction_id),
  )
  return changed
}
