/** Turns transactions into entries whose spending and income are those of the reports. @see docs/export.md#entries */

import type { ExportTransaction } from '../contract/ports/export-source.ts'
import { isStartingBalance } from '../contract/starting-balance.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import type { ChartOfAccounts } from './chart-of-accounts.ts'
import type { ExportFacts } from './export-facts.ts'
import { type Entry, type Posting, payees } from './export-facts.ts'

/** Builds the entries of transactions, one after the other. */
export interface EntryBuilder {
  /** Returns the entry that a transaction completes; undefined for the first side of a transfer. */
  add(transaction: ExportTransaction): Entry | undefined
  /** Returns entries for the sides of transfers whose other side did not come. */
  flush(): Entry[]
}

interface BuilderContext {
  facts: ExportFacts
  chart: ChartOfAccounts
  onBudgetIds: ReadonlySet<string>
  /** Returns how a merchant is written. */
  getPayee: (merchant_id: string) => string
  /** True for the balance an account began with. */
  isStarting: (side: ExportTransaction) => boolean
  /** The payment category of each card. */
  paymentCategories: ReadonlyMap<string, string>
}

/** Returns the builder of an export's entries. */
export function createEntryBuilder(
  facts: ExportFacts,
  chart: ChartOfAccounts,
  getPayee: (merchant_id: string) => string,
): EntryBuilder {
  const context: BuilderContext = {
    facts,
    chart,
    getPayee,
    onBudgetIds: new Set(facts.accounts.filter(({ on_budget }) => on_budget).map(({ id }) => id)),
    isStarting: createStartingBalanceCheck(facts),
    paymentCategories: findPaymentCategories(facts),
  }
  const waiting = createWaitingSides()
  const exported = facts.account_ids && new Set(facts.account_ids)
  return {
    add(transaction) {
      const { transfer_account_id } = transaction
      if (transfer_account_id === null) return buildEntry(context, [transaction])
      if (exported && !exported.has(transfer_account_id)) return buildLoneSide(context, transaction)
      const other = waiting.take(transaction)
      return other && buildEntry(context, other.amount < 0n ? [other, transaction] : [transaction, other])
    },
    flush: () => waiting.takeAll().map((side) => buildLoneSide(context, side)),
  }
}

/** Returns a function that tells starting balances; it looks at the name of each merchant once. */
function createStartingBalanceCheck({ getMerchantName }: ExportFacts): (side: ExportTransaction) => boolean {
  const byMerchant = new Map<string, boolean>()
  return ({ merchant_id, transfer_account_id, notes }) => {
    if (transfer_account_id !== null) return false
    if (merchant_id === null) return isStartingBalance({ merchant_name: null, transfer_account_id, notes })
    const known = byMerchant.get(merchant_id)
    if (known !== undefined) return known
    const merchant_name = getMerchantName(merchant_id) ?? ''
    const isStarting = isStartingBalance({ merchant_name, transfer_account_id, notes })
    byMerchant.set(merchant_id, isStarting)
    return isStarting
  }
}

/** Keeps the first side of each transfer until the other one comes, which has the same date. */
function createWaitingSides() {
  const sides = new Map<string, ExportTransaction[]>()
  const formKey = (
    from: string | null,
    to: string | null,
    { amount, date }: ExportTransaction,
    sign: 1n | -1n,
  ) => `${date} ${from} ${to} ${amount * sign}`
  return {
    /** Returns the other side; undefined when it has not come yet: then this one waits. */
    take(side: ExportTransaction): ExportTransaction | undefined {
      const { id, account_id, transfer_account_id, transfer_id } = side
      const key = formKey(transfer_account_id, account_id, side, -1n)
      const candidates = sides.get(key) ?? []
      // A service tells no pairs: then equal sides stand in for one another.
      const at = candidates.findIndex((one) => transfer_id === null || one.id === transfer_id)
      const [other] = at < 0 ? [] : candidates.splice(at, 1)
      if (candidates.length === 0) sides.delete(key)
      if (other) return other
      const ownKey = formKey(account_id, transfer_account_id, side, 1n)
      sides.set(ownKey, [...(sides.get(ownKey) ?? []).filter((one) => one.id !== id), side])
      return undefined
    },
    takeAll(): ExportTransaction[] {
      const left = [...sides.values()].flat()
      sides.clear()
      return left
    },
  }
}

/** Returns the payment category of each card by the account's id: both have the same name, in the same order. */
function findPaymentCategories({ accounts, categories }: ExportFacts): Map<string, string> {
  const free = categories.filter(({ is_payment }) => is_payment)
  const found = new Map<string, string>()
  for (const { id, name, type } of accounts) {
    if (!type.startsWith('credit_')) continue
    const at = free.findIndex((category) => category.name === name)
    const [category] = at < 0 ? [] : free.splice(at, 1)
    if (category) found.set(id, category.id)
  }
  return found
}

/** Returns the entry of a regular transaction, or of both sides of a transfer. */
function buildEntry(context: BuilderContext, sides: readonly ExportTransaction[]): Entry {
  const [first] = sides
  if (!first) throw new Error('An entry needs a transaction')
  const { chart } = context
  const isInternal =
    sides.length === 2 && sides.every(({ account_id }) => context.onBudgetIds.has(account_id))
  const isOutside =
    sides.length === 2 && sides.every(({ account_id }) => !context.onBudgetIds.has(account_id))
  const postings: Posting[] = []
  for (const side of sides) {
    postings.push({ account: chart.getAccount(side.account_id), amount: side.amount, status: side.status })
    if (!isInternal && !isOutside) postings.push(...buildCounterPostings(context, side))
  }
  return toEntry(context, sides, postings)
}

/** Returns the entry of one side of a transfer whose other account is not exported. */
function buildLoneSide(context: BuilderContext, side: ExportTransaction): Entry {
  const { chart, onBudgetIds } = context
  const { account_id, transfer_account_id, amount, status } = side
  const own: Posting = { account: chart.getAccount(account_id), amount, status }
  const isSpending = onBudgetIds.has(account_id) && !onBudgetIds.has(transfer_account_id ?? '')
  const counter = isSpending
    ? buildCounterPostings(context, side)
    : [{ account: chart.transfers, amount: -amount }]
  return toEntry(context, [side], [own, ...counter])
}

function toEntry(
  context: BuilderContext,
  sides: readonly ExportTransaction[],
  postings: readonly Posting[],
): Entry {
  const { facts, getPayee } = context
  const [first] = sides
  if (!first) throw new Error('An entry needs a transaction')
  const { date, merchant_id, transfer_account_id, notes } = first
  const other = transfer_account_id === null ? payees.none : payees.transfer
  const moves = facts.months ? sides.flatMap((side) => buildEnvelopePostings(context, side)) : []
  return {
    kind: 'entry',
    date,
    ids: sides.map(({ id }) => id),
    payee: merchant_id === null ? other : getPayee(merchant_id),
    merchant_id: merchant_id ?? undefined,
    notes,
    postings: moves.length === 0 ? postings : [...postings, ...balanceEnvelopes(moves, context.chart)],
  }
}

/** Returns what explains the amount of a transaction: spending, income, or equity for a tracking account. */
function buildCounterPostings(context: BuilderContext, side: ExportTransaction): Posting[] {
  const { chart, onBudgetIds } = context
  const { merchant_id } = side
  const isStarting = context.isStarting(side)
  if (!onBudgetIds.has(side.account_id))
    return [{ account: isStarting ? chart.opening : chart.tracking, amount: -side.amount }]
  const income = isStarting ? chart.opening : chart.getIncome(merchant_id)
  return side.lines.map(({ amount, category_id, ready_to_assign, notes }) => ({
    account: ready_to_assign ? income : chart.getExpenses(category_id),
    amount: -amount,
    notes,
  }))
}

/** Returns what a transaction moves in the envelopes at once. The month's end corrects what cards really borrowed. */
function buildEnvelopePostings(context: BuilderContext, side: ExportTransaction): Posting[] {
  const { onBudgetIds, paymentCategories, chart } = context
  const { account_id, transfer_account_id, amount } = side
  if (!onBudgetIds.has(account_id)) return []
  const payment = paymentCategories.get(account_id)
  const toPayment = (moved: MinorUnits): Posting[] =>
    payment === undefined ? [] : [toEnvelope(chart.getEnvelope(payment), moved)]
  if (transfer_account_id !== null && onBudgetIds.has(transfer_account_id))
    return amount > 0n ? toPayment(-amount) : []
  return side.lines.flatMap((line) =>
    line.ready_to_assign
      ? [toEnvelope(chart.readyToAssign, line.amount)]
      : [toEnvelope(chart.getEnvelope(line.category_id), line.amount), ...toPayment(-line.amount)],
  )
}

const toEnvelope = (account: string, amount: MinorUnits): Posting => ({ account, amount, isEnvelope: true })

/** Returns the postings with the one that balances them, without those of zero. */
export function balanceEnvelopes(moves: readonly Posting[], { funds }: ChartOfAccounts): Posting[] {
  const total = moves.reduce((sum, { amount }) => sum + amount, 0n)
  return [...moves, toEnvelope(funds, -total)].filter(({ amount }) => amount !== 0n)
}
