/** Writes journals as plain text, as hledger and ledger read them. @see docs/export.md#names */

import { addDays } from '../money/calendar.ts'
import { formatAmount } from '../money/minor-units.ts'
import type { AccountStyle, ChartOfAccounts } from './chart-of-accounts.ts'
import { createChartOfAccounts } from './chart-of-accounts.ts'
import { createDistinctNames, type NameRule } from './distinct-names.ts'
import type { Entry, EntryStatus, ExportFacts, JournalItem, Posting } from './export-facts.ts'
import { payees } from './export-facts.ts'
import { listJournalItems } from './journal-items.ts'
import { findPeriods } from './periods.ts'
import { createEntryBuilder } from './transaction-entries.ts'

/** What hledger and ledger spell differently. */
export interface JournalDialect {
  /** Returns what the program can hold of a name that is already safe. */
  fitName: NameRule
  /** Returns the directives about the commodity and the tags. */
  formatDirectives(facts: Pick<ExportFacts, 'currency' | 'decimals'>): string
  /** Returns what follows the payee of an entry: its notes. */
  formatNotes(notes: string): string
  /** Returns what follows a posting: its notes. */
  formatPostingNotes(notes: string): string
  /** Marks a posting that is reconciled. */
  reconciledMark: string
}

/** Collapses every kind of white space to one space: two spaces end an account or a payee. */
export const collapseSpace = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Returns an id as it stands in comments, codes and headers: nothing in it ends a line, a code or a comment. */
export const toSafeId = (id: string): string => id.replaceAll(/[^\w.~-]/g, '_')

const replacements: Readonly<Record<string, string>> = { ':': '-', ';': ',', '[': '(', ']': ')' }

const createStyle = ({ fitName }: JournalDialect): AccountStyle => ({
  toSafeName: (name) =>
    fitName(collapseSpace(name.replaceAll(/[:;[\]]/g, (sign) => replacements[sign] ?? '-'))),
  separator: ' ',
  words: {
    assets: 'assets',
    liabilities: 'liabilities',
    expenses: 'expenses',
    income: 'income',
    uncategorized: 'Uncategorized',
    other_income: 'Other',
    opening: 'equity:opening balances',
    tracking: 'equity:tracking',
    transfers: 'equity:transfers',
    budget: 'budget',
    ready_to_assign: 'Ready to Assign',
    funds: 'envelopes:funds',
    held: 'envelopes:held for later months',
  },
})

/** A payee may hold colons and brackets, but no `|`, after which hledger reads a note. */
const toSafePayee = (name: string): string =>
  collapseSpace(name.replaceAll(';', ',').replaceAll('|', '/').replaceAll('"', "'"))

const statusMarks: Readonly<Record<EntryStatus, string>> = { pending: '!', cleared: '*', reconciled: '*' }

/** Writes a workspace as a journal. */
export async function* writeJournal(facts: ExportFacts, dialect: JournalDialect): AsyncGenerator<string> {
  const chart = createChartOfAccounts(facts, createStyle(dialect))
  const payeeNames = createDistinctNames(toSafePayee, { reserved: Object.values(payees) })
  const getPayee = createPayeeCache(facts, (id, name) => payeeNames.assign(id, name))
  const declarations = createDeclarations(facts)
  const format = createEntryFormat(facts, dialect)
  yield formatHeader(facts, dialect) + declareKnownAccounts(facts, chart, declarations)
  for await (const items of listJournalItems(facts, chart, getPayee)) {
    let text = ''
    // A balance of a later day would be checked with what is planned before it.
    for (const item of items)
      if (item.kind === 'entry' || facts.planned.length === 0 || item.date <= facts.today)
        text += declarations.declareNew(item) + format(item)
    yield text
  }
  const entries = listPlannedEntries(facts, chart, getPayee)
  if (entries.length > 0) yield `; planned: hledger bal --forecast=${addDays(facts.today, 1)}..\n\n`
  for (const entry of entries) yield declarations.declareNew(entry) + format(entry)
}

/** Returns what is planned as entries that hledger repeats, schedule by schedule. */
function listPlannedEntries(
  facts: ExportFacts,
  chart: ChartOfAccounts,
  getPayee: (merchant_id: string) => string,
): Entry[] {
  const builder = createEntryBuilder({ ...facts, months: undefined }, chart, getPayee)
  const ids = new Set(facts.planned.map(({ open }) => open.schedule.id))
  return [...ids].flatMap((id) => {
    const dates = facts.planned.filter(({ open }) => open.schedule.id === id)
    return findPeriods(dates, addDays(facts.today, 1)).flatMap(({ period, planned }) => {
      const entries = planned.sides.flatMap((side) => builder.add(side) ?? [])
      return [...entries, ...builder.flush()].map((entry) => ({ ...entry, ids: [id], period }))
    })
  })
}

/** Returns a function from a merchant's id to its payee; each is looked up once. */
function createPayeeCache(
  { getMerchantName }: ExportFacts,
  assign: (id: string, name: string) => string,
): (id: string) => string {
  const known = new Map<string, string>()
  return (id) => {
    const payee = known.get(id) ?? assign(id, getMerchantName(id) ?? id)
    known.set(id, payee)
    return payee
  }
}

function formatHeader(facts: ExportFacts, dialect: JournalDialect): string {
  const { workspace_id, since, until } = facts
  const period = since === undefined && until === undefined ? '' : `, ${since ?? ''} to ${until ?? ''}`
  return `; budget ${toSafeId(workspace_id)}${period}\n\n${dialect.formatDirectives(facts)}\n`
}

/** Declares accounts and payees before they are used, each once, with the id and the name they come from. */
function createDeclarations({ getMerchantName }: ExportFacts) {
  const accounts = new Set<string>()
  const names = new Set<string>()
  const comment = (id: string, name: string): string => `; ${toSafeId(id)} ${collapseSpace(name)}\n`
  function declareAccount(account: string, source?: { id: string; name: string }): string {
    if (accounts.has(account)) return ''
    accounts.add(account)
    return `${source ? comment(source.id, source.name) : ''}account ${account}\n`
  }
  function declarePayee({ payee, merchant_id }: Pick<Entry, 'payee' | 'merchant_id'>): string {
    if (names.has(payee)) return ''
    names.add(payee)
    const source = merchant_id === undefined ? '' : comment(merchant_id, getMerchantName(merchant_id) ?? '')
    return `${source}payee ${payee}\n`
  }
  return {
    declareAccount,
    declareNew(item: JournalItem): string {
      let text = ''
      if (item.kind === 'balances') text += declarePayee({ payee: payees.balances, merchant_id: undefined })
      else {
        text += declarePayee(item)
        for (const { account } of item.postings) if (!accounts.has(account)) text += declareAccount(account)
      }
      return text === '' ? '' : `${text}\n`
    },
  }
}

/** Declares what has an id, in the order of the workspace: programs list accounts in the order of declaration. */
function declareKnownAccounts(
  { accounts, groups, categories, months }: ExportFacts,
  chart: ChartOfAccounts,
  { declareAccount }: ReturnType<typeof createDeclarations>,
): string {
  const ordered = groups.flatMap(({ id }) => categories.filter(({ group_id }) => group_id === id))
  const spending = ordered.filter(({ is_payment }) => !is_payment)
  const lines = [
    ...accounts.map((account) => declareAccount(chart.getAccount(account.id), account)),
    ...spending.map((category) => declareAccount(chart.getExpenses(category.id), category)),
    declareAccount(chart.getExpenses(null)),
  ]
  if (months)
    lines.push(
      declareAccount(chart.readyToAssign),
      ...ordered.map((category) => declareAccount(chart.getEnvelope(category.id), category)),
    )
  return `${lines.join('')}\n`
}

/** Returns the function that writes an item. */
function createEntryFormat({ currency, decimals }: ExportFacts, dialect: JournalDialect) {
  const zero = formatAmount(0n, decimals)
  const { formatNotes, formatPostingNotes, reconciledMark } = dialect

  function formatPosting({ account, amount, notes, status, isEnvelope }: Posting, ownMark: string): string {
    const figure = `  ${formatAmount(amount, decimals)} ${currency}`
    if (isEnvelope) return `    [${account}]${figure}\n`
    const tag = status === 'reconciled' ? reconciledMark : ''
    return `    ${ownMark}${account}${figure}${tag}\n${notes ? formatPostingNotes(notes) : ''}`
  }

  function formatEntry({ date, period, ids, payee, notes, postings }: Entry): string {
    const [first] = postings
    const common = first?.status === undefined ? '*' : statusMarks[first.status]
    const isMixed = postings.some(({ status }) => status !== undefined && statusMarks[status] !== common)
    const code = ids.length === 0 ? '' : `(${ids.map(toSafeId).join(' ')}) `
    let text = `${period === undefined ? date : `~ ${period} `} ${isMixed ? '' : `${common} `}${code}${payee}${notes ? formatNotes(notes) : '\n'}`
    for (const posting of postings)
      text += formatPosting(
        posting,
        isMixed && posting.status !== undefined ? `${statusMarks[posting.status]} ` : '',
      )
    return `${text}\n`
  }

  return (item: JournalItem): string => {
    if (item.kind === 'entry') return formatEntry(item)
    const lines = item.balances.map(
      ({ account, balance }) =>
        `    ${account}  ${zero} ${currency} = ${formatAmount(balance, decimals)} ${currency}\n`,
    )
    return `${item.date} * ${payees.balances}\n${lines.join('')}\n`
  }
}
