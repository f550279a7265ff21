/** `budget tx approve`: marks transactions as reviewed. */

import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import { booleanFlag, zeroOrMore } from '../../command/option-spec.ts'
import { transactionOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import { maxPageSize, type Transaction } from '../../contract/operations/transactions.ts'
import { paginateTransactions } from '../../contract/paginate.ts'
import { defineTransactionChangeView } from '../../render/transactions.ts'
import { changeTransaction, changeTransactions } from './shared/change-transactions.ts'
import {
  buildLocalFilter,
  filterFlags,
  serviceFilters,
  type TransactionFilterFlags,
} from './shared/filters.ts'
import { describeTransaction } from './shared/reconciled.ts'

const ALL_CHOICE = 'all'
/** A longer list is filtered faster than read. */
const MAX_CHOICES = 30

export const approve = defineCommand({
  name: 'tx approve',
  summary: 'Mark transactions as reviewed',
  arguments: { ids: zeroOrMore(transactionOption('The transactions to approve')) },
  flags: { all: booleanFlag('All transactions to review that match the filters'), ...filterFlags },
  examples: [
    { when: 'Approve one transaction', commandLine: 'budget tx approve txn_01' },
    {
      when: 'Approve all from one account',
      commandLine: 'budget tx approve --all --merchant Amazon --period last-month',
    },
  ],
  mutates: true,
  async run(context, { ids: typedIds, all: everyone, ...filters }): Promise<Transaction[]> {
    const isAsked = typedIds.length === 0 && !everyone && context.isInteractive()
    const picked = isAsked ? await promptTransactions(context, filters) : undefined
    const ids = picked?.id === undefined ? typedIds : [picked.id]
    const all = everyone || picked?.all === true
    if (all === ids.length > 0) throw new UserError('usage', 'Name the transactions to approve, or use --all')
    if (!all && Object.values(filters).some((value) => value !== undefined && value !== false))
      throw new UserError('usage', 'Filters require --all; they cannot be combined with ids')
    if (!all)
      return changeTransactions(context, ids, {
        body: reviewedBody,
        change: (id) => approveTransaction(context, id),
      })
    const unreviewed = await listUnreviewedIds(context, filters)
    context.reserveRequests(unreviewed.length)
    const done: Transaction[] = []
    for (const id of unreviewed) {
      done.push(await approveTransaction(context, id))
      context.reportProgress({ done: done.length, of: unreviewed.length, what: 'approved' })
    }
    if (done.length === 0) context.info('No transactions to review')
    return done
  },
  view: defineTransactionChangeView('Approved'),
})

/**
 * Lets the user select one or all of the transactions to review; undefined when there are none or the user
 * cancels.
 */
async function promptTransactions(
  { api, names, select }: WorkspaceContext,
  input: TransactionFilterFlags,
): Promise<{ id?: string; all?: true } | undefined> {
  const keeps = await buildLocalFilter(input, names)
  const query = { ...serviceFilters(input), review_status: 'needs_review' as const, limit: maxPageSize }
  const { transactions } = await api.listTransactions({ query })
  const unreviewed = keeps ? transactions.filter(keeps) : transactions
  if (unreviewed.length === 0) return { all: true }
  const choices = unreviewed
    .slice(0, MAX_CHOICES)
    .map((row) => ({ value: row.id, label: describeTransaction(row) }))
  const chosen = await select('Which transaction do you want to approve?', [
    ...choices,
    { value: ALL_CHOICE, label: 'All of them' },
  ])
  return chosen === ALL_CHOICE ? { all: true } : chosen === undefined ? undefined : { id: chosen }
}

async function listUnreviewedIds(
  { api, names }: WorkspaceContext,
  input: TransactionFilterFlags,
): Promise<string[]> {
  const keeps = await buildLocalFilter(input, names)
  const ids: string[] = []
  const pages = paginateTransactions(api, { ...serviceFilters(input), review_status: 'needs_review' })
  for await (const page of pages) ids.push(...(keeps ? page.filter(keeps) : page).map(({ id }) => id))
  return ids
}

const reviewedBody = { review_status: 'reviewed' } as const

const approveTransaction = (context: WorkspaceContext, id: string): Promise<Transaction> =>
  changeTransaction(context, id, reviewedBody)
