/** Writes small books as GnuCash does: as SQLite, and as XML. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'

/** An account; its name is its key. */
export interface PlannedAccount {
  name: string
  type: string
  parent?: string
  /** @default CURRENCY:USD */
  holds?: string
  isHidden?: boolean
  isPlaceholder?: boolean
  isOpening?: boolean
}

/** A part of a transaction. */
export interface PlannedSplit {
  account: string
  /** In hundredths of the currency of the transaction. */
  value: bigint
  /** In hundredths of what the account holds. @default the value */
  quantity?: bigint
  state?: string
  memo?: string
}

/** A transaction. */
export interface PlannedTransaction {
  date: string
  description: string
  splits: readonly PlannedSplit[]
  number?: string
  notes?: string
  /** @default USD */
  currency?: string
}

/** A book. */
export interface PlannedBook {
  accounts: readonly PlannedAccount[]
  transactions: readonly PlannedTransaction[]
  /** A scheduled transaction with this template. */
  scheduled?: PlannedTransaction
}

const schema = {
  books: 'guid, root_account_guid, root_template_guid',
  commodities: 'guid, namespace, mnemonic',
  accounts: 'guid, name, account_type, commodity_guid, parent_guid, description, hidden, placeholder',
  transactions: 'guid, currency_guid, num, post_date, description',
  splits:
    'guid, tx_guid, account_guid, memo, reconcile_state, value_num, value_denom, quantity_num, quantity_denom',
  slots: 'id, obj_guid, name, string_val, gdate_val',
  schedxactions: 'guid, name',
  budgets: 'guid, name',
} as const

const DAY = 86_400_000

/** Returns the bytes of a book in SQLite, with dates as older versions write them east of Greenwich. */
export function createSqliteBook({ accounts, transactions, scheduled }: PlannedBook): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'gnucash-file-'))
  const path = join(folder, 'book.gnucash')
  const driver = new DatabaseSync(path)
  const add = (table: keyof typeof schema, ...cells: (string | number | bigint | null)[]) =>
    driver.prepare(`INSERT INTO ${table} VALUES (${cells.map(() => '?').join(', ')})`).run(...cells)
  for (const [table, columns] of Object.entries(schema)) driver.exec(`CREATE TABLE ${table} (${columns})`)
  add('books', 'book', 'root', 'templates')
  for (const root of ['root', 'templates']) add('accounts', root, root, 'ROOT', null, null, '', 0, 0)
  const holdings = new Set([
    'CURRENCY:USD',
    'CURRENCY:EUR',
    ...accounts.map(({ holds = 'CURRENCY:USD' }) => holds),
  ])
  for (const holds of holdings) add('commodities', holds, ...holds.split(':'))
  for (const { name, type, parent = 'root', holds = 'CURRENCY:USD', ...is } of accounts) {
    add(
      'accounts',
      name,
      name,
      type,
      holds,
      parent,
      '',
      Number(is.isHidden ?? 0),
      Number(is.isPlaceholder ?? 0),
    )
    if (is.isOpening) add('slots', null, name, 'equity-type', 'opening-balance', null)
  }
  const addTransaction = (one: PlannedTransaction, key: string) => {
    const evening = new Date(Date.parse(one.date) - DAY).toISOString().slice(0, 10)
    add(
      'transactions',
      key,
      `CURRENCY:${one.currency ?? 'USD'}`,
      one.number ?? '',
      `${evening} 23:00:00`,
      one.description,
    )
    if (one.notes) add('slots', null, key, 'notes', one.notes, null)
    for (const [at, { account, value, quantity = value, state = 'n', memo = '' }] of one.splits.entries())
      add('splits', `${key}-${at}`, key, account, memo, state, value, 100, quantity * 10n, 1000)
  }
  for (const [at, one] of transactions.entries()) addTransaction(one, `t${at}`)
  if (scheduled) {
    add('schedxactions', 's', scheduled.description)
    add('accounts', 'template', 'template', 'BANK', 'CURRENCY:USD', 'templates', '', 0, 0)
    addTransaction(
      { ...scheduled, splits: scheduled.splits.map((one) => ({ ...one, account: 'template' })) },
      's',
    )
  }
  driver.close()
  const bytes = readFileSync(path)
  rmSync(folder, { recursive: true })
  return bytes
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const element = (name: string, content: string): string =>
  content === '' ? '' : `<${name}>${content}</${name}>\n`

const slot = (key: string, value: string | undefined): string =>
  value
    ? `<slot><slot:key>${key}</slot:key><slot:value type="string">${escape(value)}</slot:value></slot>\n`
    : ''

const commodity = (name: string, holds: string): string => {
  const [space = '', id = ''] = holds.split(':')
  return element(name, element('cmdty:space', space) + element('cmdty:id', id))
}

const formatAccount = ({
  name,
  type,
  parent = 'root',
  holds = 'CURRENCY:USD',
  ...is
}: PlannedAccount): string =>
  `<gnc:account version="2.0.0">
  ${element('act:name', escape(name))}<act:id type="guid">${escape(name)}</act:id>
  ${element('act:type', type)}${commodity('act:commodity', holds)}${element(
    'act:slots',
    slot('hidden', is.isHidden ? 'true' : undefined) +
      slot('placeholder', is.isPlaceholder ? 'true' : undefined) +
      slot('equity-type', is.isOpening ? 'opening-balance' : undefined),
  )}<act:parent type="guid">${escape(parent)}</act:parent>
</gnc:account>
`

function formatTransaction(one: PlannedTransaction, key: string): string {
  const splits = one.splits.map(({ account, value, quantity = value, state = 'n', memo = '' }) =>
    element(
      'trn:split',
      element('split:memo', escape(memo)) +
        element('split:reconciled-state', state) +
        element('split:value', `${value}/100`) +
        element('split:quantity', `${quantity * 10n}/1000`) +
        element('split:account', escape(account)),
    ),
  )
  return `<gnc:transaction version="2.0.0">
  ${element('trn:id', key)}${commodity('trn:currency', `CURRENCY:${one.currency ?? 'USD'}`)}${element('trn:num', escape(one.number ?? ''))}
  <trn:date-posted><ts:date>${one.date} 00:00:00 +0100</ts:date></trn:date-posted>
  ${element('trn:description', escape(one.description))}${element('trn:slots', slot('notes', one.notes))}
  <trn:splits>\n${splits.join('')}</trn:splits>
</gnc:transaction>
`
}

/** Returns the text of a book in XML. */
export const createXmlBook = ({ accounts, transactions, scheduled }: PlannedBook): string =>
  `<?xml version="1.0" encoding="utf-8" ?>
<gnc-v2 xmlns:gnc="http://www.gnucash.org/XML/gnc">
<gnc:book version="2.0.0">
<gnc:account version="2.0.0"><act:name>Root Account</act:name><act:id type="guid">root</act:id><act:type>ROOT</act:type></gnc:account>
${accounts.map(formatAccount).join('')}${transactions.map((one, at) => formatTransaction(one, `t${at}`)).join('')}${
  scheduled
    ? `<gnc:template-transactions>
${formatAccount({ name: 'template', type: 'BANK' })}${formatTransaction(scheduled, 's')}</gnc:template-transactions>
<gnc:schedxaction version="2.0.0">${element('sx:name', escape(scheduled.description))}</gnc:schedxaction>
`
    : ''
}</gnc:book>
</gnc-v2>

<!-- Local variables: -->
`

const roots: Readonly<Record<string, string>> = {
  BANK: 'Assets',
  CASH: 'Assets',
  CREDIT: 'Liabilities',
  EXPENSE: 'Expenses',
  INCOME: 'Income',
  EQUITY: 'Equity',
}

/** Returns the book as "Export Transactions to CSV" writes it: only the first part of a transaction has its date. */
export function createCsvBook({ accounts, transactions }: PlannedBook): string {
  const findRoot = (name: string): string =>
    roots[accounts.find((one) => one.name === name)?.type ?? ''] ?? ''
  const rows = transactions.flatMap(({ date, description, splits }, at) =>
    splits.map(({ account, value, memo = '', state = 'n' }, part) => {
      const head = part === 0 ? [date, `t${at}`, '', description, 'CURRENCY::USD'] : ['', '', '', '', '']
      const amount = `${value < 0n ? '-' : ''}${String(value < 0n ? -value : value)
        .padStart(3, '0')
        .replace(/(..)$/, '.$1')}`
      return [
        ...head,
        ...[memo, `${findRoot(account)}:${account}`, account],
        ...[`$${amount}`, amount, `$${amount}`, amount, state],
      ].join(',')
    }),
  )
  const header =
    'Date,Transaction ID,Number,Description,Commodity/Currency,Memo,Full Account Name,Account Name,Amount With Sym.,Amount Num.,Value With Sym.,Value Num.,Reconcile'
  return [header, ...rows].join('\n')
}
