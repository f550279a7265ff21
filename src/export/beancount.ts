/**
 * Writes a ledger of beancount, with envelopes as postings and as fava-envelope reads them.
 * @see docs/export.md#beancount
 */

import { addDays } from '../money/calendar.ts'
import { formatAmount, type MinorUnits } from '../money/minor-units.ts'
import { type AccountStyle, type ChartOfAccounts, createChartOfAccounts } from './chart-of-accounts.ts'
import type { Entry, ExportFacts, ExportWriter, JournalItem, Posting } from './export-facts.ts'
import { listJournalItems } from './journal-items.ts'
import { collapseSpace, toSafeId } from './journal-text.ts'

const quote = (text: string): string =>
  `"${collapseSpace(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** What the writing of a ledger shares. */
interface BeancountContext {
  facts: ExportFacts
  chart: ChartOfAccounts
  /** The accounts that are open. */
  opened: Set<string>
  /** What the entries of a day moved between envelopes, by account. */
  moves: Map<string, MinorUnits>
  /** The date of the last item. */
  date: string
}

/** Writes a workspace as a ledger of beancount. */
export const writeBeancount: ExportWriter = async function* (facts) {
  const chart = createChartOfAccounts(facts, beancountStyle)
  const context: BeancountContext = { facts, chart, opened: new Set(), moves: new Map(), date: '' }
  const getPayee = (id: string): string => facts.getMerchantName(id) ?? id
  yield formatHeader(facts)
  for await (const items of listJournalItems(facts, chart, getPayee)) {
    let text = ''
    for (const item of items) {
      if (context.date === '') text += openKnownAccounts(context, item.date)
      if (item.date !== context.date || item.kind === 'balances') text += flushEnvelopes(context)
      context.date = item.date
      text += formatItem(context, item)
    }
    yield text
  }
  yield flushEnvelopes(context) + closeAccounts(context)
}

const formatHeader = ({ workspace_id, currency, since, until }: ExportFacts): string => {
  const period = since === undefined && until === undefined ? '' : `, ${since ?? ''} to ${until ?? ''}`
  return `; budget ${toSafeId(workspace_id)}${period}\noption "operating_currency" "${currency}"\n\n`
}

/** Opens what has an id, in the order of the workspace. */
function openKnownAccounts(context: BeancountContext, date: string): string {
  const { facts, chart } = context
  const { accounts, groups, categories, months } = facts
  const ordered = groups.flatMap(({ id }) => categories.filter(({ group_id }) => group_id === id))
  const open = (account: string, source?: { id: string; name: string }): string =>
    openAccount(context, { date, account, source })
  let text = `${date} commodity ${facts.currency}\n\n`
  for (const account of accounts) text += open(chart.getAccount(account.id), account)
  for (const category of ordered)
    if (!category.is_payment) text += open(chart.getExpenses(category.id), category)
  if (!months) return `${text}\n`
  text += open(chart.readyToAssign)
  for (const category of ordered) text += open(chart.getEnvelope(category.id), category)
  return `${text}\n${formatEnvelopeSettings(facts, chart, quote)}${formatAllocations(facts, chart, quote)}\n`
}

function openAccount(
  { opened, facts }: BeancountContext,
  {
    date,
    account,
    source,
  }: { date: string; account: string; source?: { id: string; name: string } | undefined },
): string {
  if (opened.has(account)) return ''
  opened.add(account)
  const metadata = source ? `  id: ${quote(toSafeId(source.id))}\n  name: ${quote(source.name)}\n` : ''
  return `${date} open ${account} ${facts.currency}\n${metadata}`
}

function formatItem(context: BeancountContext, item: JournalItem): string {
  const { facts } = context
  if (item.kind === 'entry') return formatEntry(context, item)
  const date = addDays(item.date, 1)
  const lines = item.balances.map(
    ({ account, balance }) =>
      `${date} balance ${account}  ${formatAmount(balance, facts.decimals)} ${facts.currency}\n`,
  )
  return `${lines.join('')}\n`
}

function formatEntry(context: BeancountContext, entry: Entry): string {
  const { date, ids, payee, notes, postings } = entry
  const real = postings.filter(({ isEnvelope }) => isEnvelope !== true)
  if (real.length === 0) return flushEnvelopes(context) + formatEnvelopes(context, { ...entry, postings })
  for (const { account, amount, isEnvelope } of postings)
    if (isEnvelope) context.moves.set(account, (context.moves.get(account) ?? 0n) + amount)
  const isReconciled = real.some(({ status }) => status === 'reconciled')
  const isPending = real.every(({ status }) => status === undefined || status === 'pending')
  const flag = isPending && real.some(({ status }) => status === 'pending') ? '!' : '*'
  let text = openNewAccounts(context, date, real)
  text += `${date} ${flag} ${quote(payee)} ${quote(notes ?? '')}${isReconciled ? ' #reconciled' : ''}\n`
  if (ids.length > 0) text += `  id: ${quote(ids.map(toSafeId).join(' '))}\n`
  for (const posting of real) text += formatPosting(context, posting, flag)
  return `${text}\n`
}

function formatPosting({ facts }: BeancountContext, posting: Posting, flag: string): string {
  const { account, amount, notes, status } = posting
  const mark = status === 'pending' && flag !== '!' ? '! ' : ''
  const metadata = notes ? `    notes: ${quote(notes)}\n` : ''
  return `  ${mark}${account}  ${formatAmount(amount, facts.decimals)} ${facts.currency}\n${metadata}`
}

const openNewAccounts = (context: BeancountContext, date: string, postings: readonly Posting[]): string =>
  postings.map(({ account }) => openAccount(context, { date, account })).join('')

/** Returns an entry that moves money between envelopes. */
function formatEnvelopes(
  context: BeancountContext,
  { date, payee, postings }: Pick<Entry, 'date' | 'payee' | 'postings'>,
): string {
  const header = `${date} * ${quote(payee)} "" #envelopes\n`
  const lines = postings.map((posting) => formatPosting(context, posting, '*'))
  return `${openNewAccounts(context, date, postings)}${header}${lines.join('')}\n`
}

/** Returns what the transactions of a day moved between envelopes, as an entry of its own: fava-envelope leaves it out. */
function flushEnvelopes(context: BeancountContext): string {
  const postings = [...context.moves].flatMap(([account, amount]): Posting[] =>
    amount === 0n ? [] : [{ account, amount }],
  )
  context.moves.clear()
  if (postings.length === 0) return ''
  return formatEnvelopes(context, { date: context.date, payee: 'Envelopes', postings })
}

/** Closes the accounts that are closed now, after the last balance. */
function closeAccounts({ facts, chart, date }: BeancountContext): string {
  if (facts.until !== undefined || date === '') return ''
  const closed = facts.accounts.filter(({ closed: isClosed }) => isClosed)
  return closed.map(({ id }) => `${addDays(date, 2)} close ${chart.getAccount(id)}\n`).join('')
}

/** Letters that no decomposition turns into plain ones. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  œ: 'oe',
  Œ: 'OE',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
}

/** Returns the name as a part of an account: in ASCII, and `X` where no letter or digit is left. */
function toAccountPart(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\0-\x7f]/gu, (letter) => plainLetters[letter] ?? '-')
    .replaceAll("'", '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return ascii === '' ? 'X' : ascii.charAt(0).toUpperCase() + ascii.slice(1)
}

/** The spelling of accounts in beancount. */
const beancountStyle: AccountStyle = {
  toSafeName: toAccountPart,
  separator: '-',
  words: {
    assets: 'Assets',
    liabilities: 'Liabilities',
    expenses: 'Expenses',
    income: 'Income',
    uncategorized: 'Uncategorized',
    other_income: 'Other',
    opening: 'Equity:Opening-Balances',
    tracking: 'Equity:Tracking',
    transfers: 'Equity:Transfers',
    budget: 'Equity:Budget',
    ready_to_assign: 'Ready-To-Assign',
    funds: 'Equity:Envelopes:Funds',
    held: 'Equity:Envelopes:Held-For-Later',
  },
}

type Quote = (text: string) => string

/** Returns which accounts hold the money of the budget, and which ones are no envelopes. */
function formatEnvelopeSettings(
  { accounts, months = [] }: ExportFacts,
  { getAccount, opening, tracking }: ChartOfAccounts,
  quote: Quote,
): string {
  const [first] = months
  if (!first) return ''
  const date = `${first.month}-01`
  const line = (...words: string[]): string => `${date} custom "envelope" ${words.map(quote).join(' ')}\n`
  // The extension takes the names as regular expressions that match the beginning of an account.
  const kept = accounts.map(({ id, on_budget }) =>
    on_budget
      ? line('budget account', `${getAccount(id)}$`)
      : line('mapping', `${getAccount(id)}$`, tracking),
  )
  return `${line('start date', first.month)}${kept.join('')}${line('income account', `${opening}$`)}`
}

/** Returns what was assigned, by month. Money for cards goes to their envelopes, which have no expenses. */
function formatAllocations(
  { months = [], categories, decimals }: ExportFacts,
  { getExpenses, getEnvelope }: ChartOfAccounts,
  quote: Quote,
): string {
  const payments = new Set(categories.filter(({ is_payment }) => is_payment).map(({ id }) => id))
  const lines = months.flatMap(({ month, categories: figures }) =>
    figures.flatMap(({ category_id, assigned }) => {
      if (assigned === 0n || category_id === null) return []
      const account = payments.has(category_id) ? getEnvelope(category_id) : getExpenses(category_id)
      return [
        `${month}-01 custom "envelope" "allocate" ${quote(account)} ${formatAmount(assigned, decimals)}\n`,
      ]
    }),
  )
  return lines.join('')
}
