import { any, command, toggle, type World } from '../../command/define.ts'
import { id } from '../../command/options.ts'
import { Mistake } from '../../contract/errors.ts'
import { largestPage, type Transaction } from '../../contract/operations/transactions.ts'
import { transactionPages } from '../../contract/paginate.ts'
import { transactionChange } from '../../render/transactions.ts'
import { changeTransaction, changeTransactions } from './shared/change-transactions.ts'
import { type Filters, filterFlags, localFilter, serviceFilters } from './shared/filters.ts'
import { described } from './shared/reconciled.ts'

const ALL = 'all'
/** More than these are faster filtered than looked through. */
const MOST_CHOICES = 30

export const approve = command({
  name: 'tx approve',
  summary: 'Mark transactions as reviewed',
  arguments: { ids: any(id('The transactions that are right')) },
  flags: { all: toggle('All that wait for a look, as far as the filters choose them'), ...filterFlags },
  examples: [
    { when: 'This one is right', type: 'budget tx approve txn_01' },
    { when: 'So are these', type: 'budget tx approve --all --merchant Amazon --period last-month' },
  ],
  changes: true,
  async run(world, { ids: named, all: everyone, ...filters }): Promise<Transaction[]> {
    const isAsked = named.length === 0 && !everyone && world.canAsk()
    const picked = isAsked ? await pick(world, filters) : undefined
    const ids = picked?.id === undefined ? named : [picked.id]
    const all = everyone || picked?.all === true
    if (all === ids.length > 0)
      throw new Mistake('usage', 'Name the transactions to approve, or take --all for those that wait')
    if (!all && Object.values(filters).some((value) => value !== undefined && value !== false))
      throw new Mistake('usage', 'Filters choose among --all, not among transactions that were named')
    if (!all) return changeTransactions(world, ids, { body, change: (id) => approved(world, id) })
    const waiting = await waitingFor(world, filters)
    world.price(waiting.length)
    const done: Transaction[] = []
    for (const id of waiting) {
      done.push(await approved(world, id))
      world.progress({ done: done.length, of: waiting.length, what: 'approved' })
    }
    if (done.length === 0) world.note('No transaction waits for a look')
    return done
  },
  show: transactionChange('Approved'),
})

/** Lets the person pick one of those that wait, or all of them; undefined when none waits or they turn away. */
async function pick(
  { api, names, choose }: World,
  given: Filters,
): Promise<{ id?: string; all?: true } | undefined> {
  const keeps = await localFilter(given, names)
  const query = { ...serviceFilters(given), review_status: 'needs_review' as const, limit: largestPage }
  const { transactions } = await api.listTransactions({ query })
  const waiting = keeps ? transactions.filter(keeps) : transactions
  if (waiting.length === 0) return { all: true }
  const choices = waiting.slice(0, MOST_CHOICES).map((row) => ({ value: row.id, label: described(row) }))
  const chosen = await choose('Which transaction is right?', [
    ...choices,
    { value: ALL, label: 'All of them' },
  ])
  return chosen === ALL ? { all: true } : chosen === undefined ? undefined : { id: chosen }
}

async function waitingFor({ api, names }: World, given: Filters): Promise<string[]> {
  const keeps = await localFilter(given, names)
  const ids: string[] = []
  const pages = transactionPages(api, { ...serviceFilters(given), review_status: 'needs_review' })
  for await (const page of pages) ids.push(...(keeps ? page.filter(keeps) : page).map(({ id }) => id))
  return ids
}

const body = { review_status: 'reviewed' } as const

const approved = (world: World, id: string): Promise<Transaction> => changeTransaction(world, id, body)
