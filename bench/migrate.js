/**
 * Measures moving in as whole processes next to the sqlite3 tool writing the same rows, and rewrites the section
 * "Moving in" of bench/README.md. In each round everything runs once. The table has the medians over the rounds.
 *
 *   npm run build && node bench/migrate.js             (100,000 rows 5 times)
 *   node bench/migrate.js 10000x9
 */

import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { describeMachine, directory, median, program, writeSection } from './environment.js'
import { createWorkspace, floorScript, hasTime, run } from './floor.js'
import { householdRows } from './sample-rows.js'

const [count, rounds] = (process.argv[2] ?? '100000x5').split('x').map(Number)

const categories = ['Groceries', 'Eating Out', 'Household', 'Rent', 'Electricity']
const accounts = ['Checking', 'Visa', 'Savings']

/** Writes the rows as YNAB's export, and as the bank file of the floor. */
function writeFiles() {
  const rows = [...householdRows(count)]
  const bank = join(directory, 'bank.csv')
  writeFileSync(bank, ['Date,Description,Amount', ...rows, ''].join('\n'))
  const folder = join(directory, 'ynab')
  mkdirSync(folder)
  const register = rows.map((row, at) => {
    const [, date, payee, amount] = /^([^,]*),"([^"]*)",(.*)$/.exec(row)
    const isIncome = !amount.startsWith('-')
    const [group, category] = isIncome
      ? ['Inflow', 'Ready to Assign']
      : ['Everyday', categories[at % categories.length]]
    const [out, into] = isIncome ? ['€0.00', `€${amount}`] : [`€${amount.slice(1)}`, '€0.00']
    const account = accounts[at % accounts.length]
    return `"${account}","","${date}","${payee}","${group}: ${category}","${group}","${category}","",${out},${into},"Cleared"`
  })
  const heading =
    'Account,Flag,Date,Payee,Category Group/Category,Category Group,Category,Memo,Outflow,Inflow,Cleared'
  writeFileSync(join(folder, 'Register.csv'), [heading, ...register, ''].join('\n'))
  const plan = 'Month,Category Group/Category,Category Group,Category,Assigned,Activity,Available'
  const visa = '"Nov 2016","Credit Card Payments: Visa","Credit Card Payments","Visa",€0.00,€0.00,€0.00'
  writeFileSync(join(folder, 'Plan.csv'), [plan, visa, ''].join('\n'))
  return { bank, folder }
}

/** Returns the budget of rows as YNAB's API has it. */
function createBudget(found) {
  const milliunits = (amount) => Math.round(amount * 1000)
  const balance = (name) =>
    found.reduce((sum, { account, amount }) => sum + (account === name ? milliunits(amount) : 0), 0)
  return {
    id: 'home',
    name: 'Home',
    last_modified_on: '2026-01-01T00:00:00+00:00',
    currency_format: { iso_code: 'EUR' },
    accounts: accounts.map((name) => ({
      id: name,
      name,
      type: name.toLowerCase(),
      on_budget: true,
      closed: false,
      note: null,
      balance: balance(name),
      cleared_balance: balance(name),
      uncleared_balance: 0,
      deleted: false,
    })),
    payees: [],
    category_groups: [{ id: 'everyday', name: 'Everyday', hidden: false, deleted: false }],
    categories: categories.map((name) => ({
      id: name,
      category_group_id: 'everyday',
      name,
      hidden: false,
      budgeted: 0,
      activity: 0,
      balance: 0,
      deleted: false,
    })),
    months: [],
    transactions: found.map(({ id, date, payee, amount, account, category }) => ({
      id,
      date: toIsoDate(date),
      amount: milliunits(amount),
      memo: null,
      cleared: 'cleared',
      approved: true,
      flag_color: null,
      account_id: account,
      payee_id: null,
      payee_name: payee,
      category_id: category,
      transfer_account_id: null,
      transfer_transaction_id: null,
      matched_transaction_id: null,
      import_id: `YNAB:${milliunits(amount)}:${toIsoDate(date)}:1`,
      import_payee_name: payee,
      import_payee_name_original: payee,
      deleted: false,
    })),
    subtransactions: [],
  }
}

const toIsoDate = (date) => date.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$1-$2')

/** Writes the rows as a table of another program, and as the reply of YNAB's API. */
function writeOtherFiles() {
  const found = [...householdRows(count)].map((row, at) => {
    const [, date, payee, amount] = /^([^,]*),"([^"]*)",(.*)$/.exec(row)
    const [account, category] = [accounts[at % accounts.length], categories[at % categories.length]]
    return { date, payee, amount: Number(amount), account, category, id: `transaction-${at}` }
  })
  const table = join(directory, 'transactions.csv')
  const lines = found.map(({ date, payee, amount, account, category }) => {
    const type = amount < 0 ? 'debit' : 'credit'
    const named = amount < 0 ? category : 'Paycheck'
    return `${date},"${payee}","${payee}",${Math.abs(amount).toFixed(2)},${type},${named},${account},,`
  })
  const heading =
    'Date,Description,Original Description,Amount,Transaction Type,Category,Account Name,Labels,Notes'
  writeFileSync(table, [heading, ...lines, ''].join('\n'))
  const reply = join(directory, 'budget.json')
  writeFileSync(reply, JSON.stringify({ data: { budget: createBudget(found) } }))
  return { table, reply }
}

/** Moves a source into an empty directory of workspaces. */
function migrate(source, home, flags = []) {
  rmSync(home, { recursive: true, force: true })
  return run(process.execPath, [program, 'migrate', source, '--name', 'Moved', '--quiet', ...flags], {
    folder: home,
  })
}

const { bank, folder } = writeFiles()
const { table, reply } = writeOtherFiles()
const home = join(directory, 'home')
const archive = join(directory, 'home.tar')
migrate(folder, home)
run(process.execPath, [program, 'export', 'all', '--output', archive], { folder: home })
const empty = createWorkspace(join(directory, 'workspace'))

const load = () => loadavg()[0].toFixed(1)
const before = load()
const measured = Array.from({ length: rounds }, () => {
  const copy = join(directory, 'floor.db')
  copyFileSync(empty, copy)
  return {
    'sqlite3 .import into our schema (F)': run('sqlite3', [copy], { input: floorScript(bank) }),
    "YNAB's export": migrate(folder, home),
    'budget export all': migrate(archive, home),
    "the reply of YNAB's API": migrate(reply, home),
    'a table of another program': migrate(table, home, ['--currency', 'EUR']),
  }
})

const line = (name) => {
  if (!measured[0][name]) return `| ${name} | not measured | | |`
  const floor = 'sqlite3 .import into our schema (F)'
  const ratio = measured[0][floor]
    ? median(measured.map((one) => one[name].milliseconds / one[floor].milliseconds)).toFixed(1)
    : ''
  const time = median(measured.map((one) => one[name].milliseconds)).toFixed(0)
  const peak = hasTime ? median(measured.map((one) => one[name].mebibytes)).toFixed(0) : ''
  return `| ${name} | ${time} | ${ratio} | ${peak} |`
}

writeSection('Moving in', [
  '`node bench/migrate.js` repeats them and rewrites this section: `budget migrate` from the file to the compared workspace. Goal: 5 F, 150 MiB.',
  '',
  `${new Date().toISOString().slice(0, 10)}, ${describeMachine()}.`,
  `Load: ${before} at the beginning, ${load()} at the end.`,
  '',
  `| ${count.toLocaleString('en')} rows, ${rounds} rounds | ms | × F | peak MiB |`,
  '|---|---:|---:|---:|',
  ...Object.keys(measured[0]).map(line),
])
rmSync(directory, { recursive: true })
