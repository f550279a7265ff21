/** Computes what reports read by folding the transactions of any BudgetApi. */

import type { BudgetApi } from '../../contract/api.ts'
import { UserError } from '../../contract/errors.ts'
import { isCreditAccountType } from '../../contract/operations/accounts.ts'
import { paginateTransactions } from '../../contract/paginate.ts'
import type { MonthCache } from '../../contract/ports/remote-caches.ts'
import type {
  BalanceChange,
  LineQuery,
  MerchantPayment,
  MerchantPayments,
  MoneyFlow,
  PaymentQuery,
  ReportLine,
  ReportSource,
} from '../../contract/ports/report-source.ts'
import { toMonth } from '../../money/calendar.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import { createLineCache } from './line-cache.ts'
import { keepMonthLines, type MonthLines } from './month-lines.ts'
import { ALL_MONTHS, type Period } from './months.ts'
import { createLineFilter, createLineTotals, type LineContext, toReportLines } from './report-lines.ts'
import { createServiceMonths, type ServiceMonths } from './service-months.ts'

/** What a source reads from. */
export interface FoldingSourceOptions {
  api: Pick<BudgetApi, 'listTransactions' | 'listAccounts' | 'getMonth'>
  /** Returns the currency of the workspace; `month` is requested when it is not known. */
  getCurrency: (month: string) => Promise<string>
  /** The user's date. */
  today: string
  /** Announces how many months are about to be requested. */
  reserveRequests?: (requests: number) => void
  signal?: AbortSignal | undefined
  /** Keeps the closed months for later invocations. */
  cache?: { months: MonthCache; now: () => number } | undefined
}

/** Returns what reports read of a workspace. It requests each month once, and nothing before it is asked. */
export function createFoldingSource(options: FoldingSourceOptions): ReportSource {
  let loaded: Loaded | undefined
  const loadOnce = createLoader(options)
  const load = async (): Promise<Loaded> => (loaded = await loadOnce())
  return {
    async totalLines(query, dimensions, options) {
      const totals = createLineTotals(dimensions, options)
      for await (const page of selectLines(await load(), query)) for (const line of page) totals.add(line)
      return totals.list()
    },
    async *listLines(query) {
      yield* selectLines(await load(), query)
    },
    async readDateRange() {
      const months = await (await load()).lines.listMonths(ALL_MONTHS)
      const last = months[0]?.[0]
      const first = months.at(-1)?.at(-1)
      return first && last && { first: first.date, last: last.date }
    },
    readAssignedRange: async () => undefined,
    async listBalanceChanges(until) {
      return addUpBalances(await listUntil(await load(), until))
    },
    async *listMoneyFlows(until) {
      const months = await listUntil(await load(), until)
      for (const lines of months.toReversed()) yield toMoneyFlows(lines)
    },
    async *listMerchantPayments(query) {
      yield* groupByMerchant(await listUntil(await load(), query.until), query)
    },
    async listBudgetMonths(first, last) {
      return (await load()).months.list({ first, last })
    },
    async explainReadyToAssign(month) {
      return (await load()).months.explain(month)
    },
    computeForecast: refuseForecast,
    listUnplannedFlows: refuseForecast,
    costsRequests: true,
    readAge: () => loaded?.lines.readAge(),
  }
}

async function refuseForecast(): Promise<never> {
  throw new UserError('not_found', 'A remote workspace has no forecast', {
    hint: 'Bring a copy of the workspace to this computer: budget export all, then budget migrate',
  })
}

/** What is read once. */
interface Loaded {
  lines: MonthLines
  months: ServiceMonths
}

/** Returns a function that reads the accounts once and prepares the rest. */
function createLoader(options: FoldingSourceOptions): () => Promise<Loaded> {
  const { api, getCurrency, today, signal, cache, reserveRequests } = options
  const load = async (): Promise<Loaded> => {
    const decimals = getCurrencyDecimals(await getCurrency(toMonth(today)))
    const accounts = await readAccounts(api)
    const { onBudgetIds, creditIds } = accounts
    const context: LineContext = { onBudgetIds, decimals }
    async function* readLines({ first, last }: Period) {
      const filters = { since_date: first, until_date: last }
      for await (const page of paginateTransactions(api, filters, signal)) {
        await accounts.find(page)
        yield page.filter(({ deleted }) => !deleted).flatMap((row) => toReportLines(row, context))
      }
    }
    const currentMonth = toMonth(today)
    const lineCache = cache && createLineCache({ cache: cache.months, currentMonth, now: cache.now })
    const lines = keepMonthLines({ readLines, currentMonth, cache: lineCache })
    return { lines, months: createServiceMonths({ api, decimals, creditIds, lines, reserveRequests }) }
  }
  let loading: Promise<Loaded> | undefined
  return () => (loading ??= load())
}

/** Reads which accounts are on-budget and which are cards. */
async function readAccounts(api: FoldingSourceOptions['api']) {
  const ids = new Set<string>()
  const onBudgetIds = new Set<string>()
  const creditIds = new Set<string>()
  let isRepeated = false
  const read = async (): Promise<void> => {
    const { accounts } = await api.listAccounts({ query: { include_closed: true } })
    for (const { id, on_budget, type } of accounts) {
      ids.add(id)
      if (on_budget) onBudgetIds.add(id)
      if (isCreditAccountType(type)) creditIds.add(id)
    }
  }
  await read()
  return {
    onBudgetIds,
    creditIds,
    /** Reads the accounts once more if these transactions are on one that was added meanwhile. */
    async find(rows: readonly { account_id: string }[]): Promise<void> {
      if (isRepeated || rows.every(({ account_id }) => ids.has(account_id))) return
      isRepeated = true
      await read()
    },
  }
}

/** Yields the lines a query asks for, a page for each month, the newest first. */
async function* selectLines({ lines }: Loaded, query: LineQuery): AsyncGenerator<readonly ReportLine[]> {
  const { since, until } = query
  if (since !== undefined && until !== undefined && since > until) return
  const isWanted = createLineFilter(query)
  const months: Period = {
    first: since === undefined ? ALL_MONTHS.first : toMonth(since),
    last: until === undefined ? ALL_MONTHS.last : toMonth(until),
  }
  for (const month of await lines.listMonths(months)) {
    const wanted = month.filter(isWanted)
    if (wanted.length > 0) yield wanted
  }
}

/** Returns the lines of all months up to a date, the newest month first. */
async function listUntil({ lines }: Loaded, until: string): Promise<ReportLine[][]> {
  const months = await lines.listMonths({ first: ALL_MONTHS.first, last: toMonth(until) })
  return months.map((month) => month.filter(({ date }) => date <= until)).filter(({ length }) => length > 0)
}

/** Adds up what each account's balance changed by in each month. */
function addUpBalances(months: readonly (readonly ReportLine[])[]): BalanceChange[] {
  const changes: BalanceChange[] = []
  for (const lines of months) {
    const month = toMonth(lines[0]?.date ?? '')
    const byAccount = new Map<string, BalanceChange>()
    for (const { account_id, amount } of lines) {
      const change = byAccount.get(account_id) ?? { account_id, month, amount: 0n }
      change.amount += amount
      byAccount.set(account_id, change)
    }
    changes.push(...byAccount.values())
  }
  return changes
}

/** Yields the transactions of lines that are sorted by transaction, the last first. */
function* groupByTransaction(lines: readonly ReportLine[]): Generator<ReportLine> {
  let at = lines.length
  while (at > 0) {
    let transaction = lines[--at]
    if (!transaction) return
    const { transaction_id } = transaction
    for (let line = lines[at - 1]; line?.transaction_id === transaction_id; line = lines[--at - 1])
      transaction = { ...line, amount: transaction.amount + line.amount }
    yield transaction
  }
}

/** Returns the movements of money in a month, the earliest first. */
const toMoneyFlows = (lines: readonly ReportLine[]): MoneyFlow[] =>
  [...groupByTransaction(lines)]
    .filter(({ kind }) => kind !== 'off_budget' && kind !== 'transfer')
    .map(({ date, amount }) => ({ date, amount }))

/** Yields the payments that a query asks for; `months` come newest first. */
function* groupByMerchant(
  months: readonly (readonly ReportLine[])[],
  { since = '', account_ids }: PaymentQuery,
): Generator<MerchantPayments> {
  const byMerchant = new Map<string, MerchantPayment[]>()
  for (const lines of months.toReversed()) {
    for (const { merchant_id, transfer_account_id, account_id, date, amount } of groupByTransaction(lines)) {
      if (merchant_id === null || transfer_account_id !== null) continue
      if (date < since || account_ids?.includes(account_id) === false) continue
      const payments = byMerchant.get(merchant_id)
      if (payments) payments.push({ date, amount })
      else byMerchant.set(merchant_id, [{ date, amount }])
    }
  }
  for (const [merchant_id, payments] of [...byMerchant].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    yield { merchant_id, payments }
}
