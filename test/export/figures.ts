/** Reads the figures of exports with hledger, ledger and beancount, and ours beside them. */

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { paginateTransactions } from '../../src/contract/paginate.ts'
import type { OpenWorkspace } from '../../src/contract/ports/local-service.ts'
import { addMonths, toMonth } from '../../src/money/calendar.ts'
import { getCurrencyDecimals } from '../../src/money/currency.ts'
import { formatAmount, parseTotal } from '../../src/money/minor-units.ts'
import { createFoldingSource } from '../../src/remote/reports/folding-source.ts'

const execute = promisify(execFile)

/** Amounts by `month account`, at the end of the month; those of zero are left out. */
export type Balances = Record<string, string>

/** Runs a program and returns its output. @throws when it fails, with what it says */
export async function runProgram(program: string, args: readonly string[]): Promise<string> {
  // hledger reads files in the encoding of the locale.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  const { stdout } = await execute(program, args, { maxBuffer: 256 * 1024 * 1024, env })
  return stdout
}

/** One movement: the month, the account, the amount as a decimal string. */
type Movement = [month: string, account: string, amount: string]

/** Adds up movements to the balances at each month's end. */
function addUp(movements: readonly Movement[], months: readonly string[], decimals: number): Balances {
  const byAccount = new Map<string, Map<string, bigint>>()
  for (const [month, account, amount] of movements) {
    const own = byAccount.get(account) ?? new Map<string, bigint>()
    own.set(month, (own.get(month) ?? 0n) + parseTotal(amount, decimals))
    byAccount.set(account, own)
  }
  const balances: Balances = {}
  for (const [account, own] of byAccount) {
    let balance = 0n
    for (const month of months) {
      balance += own.get(month) ?? 0n
      if (balance !== 0n) balances[`${month} ${account}`] = formatAmount(balance, decimals)
    }
  }
  return balances
}

/** The months of an export and the decimals of its currency. */
export interface Range {
  months: readonly string[]
  decimals: number
}

/** Returns the balances that hledger finds, after it has checked the journal strictly. */
export async function readHledger(file: string, { months, decimals }: Range): Promise<Balances> {
  await runProgram('hledger', ['-f', file, 'check', '--strict', 'ordereddates', 'payees'])
  const rows = (await runProgram('hledger', ['-f', file, 'print', '-x', '-O', 'csv'])).split('\n').slice(1)
  const movements = rows.flatMap((row): Movement[] => {
    if (row === '') return []
    const cells = splitCsv(row)
    return [[toMonth(cells[1] ?? ''), cells[7] ?? '', cells[8] ?? '']]
  })
  return addUp(
    movements.map(([month, account, amount]) => [
      month,
      account.replace(/^\[(.*)\]$/, '$1'),
      pad(amount, decimals),
    ]),
    months,
    decimals,
  )
}

const pad = (amount: string, decimals: number): string => {
  const [whole = '0', fraction = ''] = amount.split('.')
  return decimals === 0 ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`
}

/** Returns the cells of a row in which every cell has quotes. */
export function splitCsv(row: string): string[] {
  return [...row.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell = '']) => cell.replaceAll('""', '"'))
}

/** Returns the balances that ledger finds; it treats what is not declared as an error. */
export async function readLedger(file: string, { months, decimals }: Range): Promise<Balances> {
  const format = '%(format_date(date, "%Y-%m"))\t%(account)\t%(quantity(amount))\n'
  const flags = ['--pedantic', '--explicit', '--check-payees', '--empty', '--args-only']
  const text = await runProgram('ledger', [...flags, '-f', file, 'reg', '--format', format])
  const movements = text.split('\n').flatMap((row): Movement[] => {
    const [month, account, amount] = row.split('\t')
    if (month === undefined || account === undefined || amount === undefined) return []
    return [[month, account.replace(/^\[(.*)\]$/, '$1'), pad(amount, decimals)]]
  })
  return addUp(movements, months, decimals)
}

/** Returns the balances that beancount finds, after bean-check has accepted the file. */
export async function readBeancount(file: string, { months, decimals }: Range): Promise<Balances> {
  await runProgram('bean-check', [file])
  const query = 'SELECT year, month, account, number ORDER BY date'
  const text = await runProgram('bean-query', ['-f', 'csv', file, query])
  const movements = text
    .split('\n')
    .slice(1)
    .flatMap((row): Movement[] => {
      const [year, month, account, number] = row.split(',').map((cell) => cell.trim())
      if (year === undefined || month === undefined || account === undefined || number === undefined)
        return []
      return [[`${year}-${month.padStart(2, '0')}`, account, pad(number, decimals)]]
    })
  return addUp(movements, months, decimals)
}

/** Returns the accounts that stand for each id in a journal, by the comments before them. */
export function readJournalNames(file: string): Map<string, string[]> {
  const names = new Map<string, string[]>()
  const lines = readFileSync(file, 'utf8').split('\n')
  lines.forEach((text, at) => {
    const id = /^; ((?:acc|cat)_\w+) /.exec(lines[at - 1] ?? '')?.[1]
    if (text.startsWith('account ') && id !== undefined)
      names.set(id, [...(names.get(id) ?? []), text.slice('account '.length)])
  })
  return names
}

/** Returns the accounts that stand for each id in a ledger of beancount, by their metadata. */
export function readBeancountNames(file: string): Map<string, string[]> {
  const names = new Map<string, string[]>()
  const lines = readFileSync(file, 'utf8').split('\n')
  lines.forEach((text, at) => {
    const account = /^\S+ open (\S+) /.exec(lines[at - 1] ?? '')?.[1]
    const id = /^ {2}id: "((?:acc|cat)_\w+)"/.exec(text)?.[1]
    if (account !== undefined && id !== undefined) names.set(id, [...(names.get(id) ?? []), account])
  })
  return names
}

/** How a format spells the accounts that have no id. */
export interface Words {
  expenses: string
  income: string
  budget: string
  uncategorized: string
  readyToAssign: string
}

/** The words of journals. */
export const journalWords: Words = {
  expenses: 'expenses',
  income: 'income',
  budget: 'budget',
  uncategorized: 'Uncategorized',
  readyToAssign: 'Ready to Assign',
}

/** The words of beancount. */
export const beancountWords: Words = {
  expenses: 'Expenses',
  income: 'Income',
  budget: 'Equity:Budget',
  uncategorized: 'Uncategorized',
  readyToAssign: 'Ready-To-Assign',
}

/** Returns the figures of reports and budget months, named as the export names them. */
export async function computeFigures(
  api: OpenWorkspace,
  { names, words, range }: { names: ReadonlyMap<string, string[]>; words: Words; range: Range },
): Promise<Balances> {
  const { months, decimals } = range
  const movements: Movement[] = []
  const find = (id: string, root: string): string =>
    names.get(id)?.find((account) => account.startsWith(`${root}:`)) ?? `unnamed ${root} ${id}`
  for await (const page of paginateTransactions(api))
    for (const { account_id, date, amount } of page)
      movements.push([toMonth(date), names.get(account_id)?.[0] ?? `unnamed ${account_id}`, amount])
  const source = createFoldingSource({
    api,
    getCurrency: async (month) => (await api.getMonth({ month })).currency,
    today: '2026-11-20',
  })
  const money = (amount: bigint): string => formatAmount(amount, decimals)
  const spending = await source.totalLines({ kinds: ['spending'] }, ['month', 'category'])
  for (const { month, category_id, amount } of spending) {
    const account =
      category_id === null ? `${words.expenses}:${words.uncategorized}` : find(category_id, words.expenses)
    movements.push([month ?? '', account, money(-amount)])
  }
  for (const { month, amount } of await source.totalLines({ kinds: ['income'] }, ['month']))
    movements.push([month ?? '', `all ${words.income}`, money(-amount)])
  const balances = addUp(movements, months, decimals)
  for (const month of months) {
    const { month: figures } = await api.getMonth({ month })
    const ready = parseTotal(figures.ready_to_assign, decimals)
    if (ready !== 0n) balances[`${month} ${words.budget}:${words.readyToAssign}`] = money(ready)
    for (const { id, available } of figures.category_groups.flatMap(({ categories }) => categories))
      if (parseTotal(available, decimals) !== 0n) balances[`${month} ${find(id, words.budget)}`] = available
  }
  return balances
}

/** Returns what both sides tell: accounts, spending, total income and listed envelopes. */
export function selectComparable(balances: Balances, words: Words, { decimals }: Range): Balances {
  const selected: Balances = {}
  const income = new Map<string, bigint>()
  for (const [key, amount] of Object.entries(balances)) {
    const month = key.slice(0, 7)
    const account = key.slice(8)
    if (account.startsWith(`${words.income}:`))
      income.set(month, (income.get(month) ?? 0n) + parseTotal(amount, decimals))
    else if (isCompared(account, words)) selected[key] = amount
  }
  for (const [month, amount] of income)
    if (amount !== 0n) selected[`${month} all ${words.income}`] = formatAmount(amount, decimals)
  return selected
}

const isCompared = (account: string, words: Words): boolean =>
  account !== `${words.budget}:${words.uncategorized}` &&
  !account.startsWith('envelopes:') &&
  (account.startsWith(`${words.budget}:`) || !/^equity:/i.test(account))

/** Returns all months from the first to the last. */
export function listMonths(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month)
  return months
}

/** Returns the decimals of a currency. */
export const countDecimals = getCurrencyDecimals
