/** Fills a workspace with years of a household: accounts, a card, splits, transfers, income and assignments. */

import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const DAY = 86_400_000
const FIRST = Date.UTC(2016, 10, 20)
const CATEGORIES = 40
const MERCHANTS = 300

const toAmount = (cents) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`

/** Returns the n-th of so many transactions over the ten years before 2026-11-20, as POST /transactions takes it. */
function buildTransaction(n, count, { accounts, categories }) {
  const date = new Date(FIRST + Math.floor((n / count) * 3652) * DAY).toISOString().slice(0, 10)
  const account_id = accounts[n % 3]
  const cents = -(((n * 7919) % 12_000) + 100)
  if (n % 50 === 0)
    return {
      account_id: accounts[0],
      date,
      amount: toAmount(250_000 + (n % 1000)),
      merchant_name: 'ACME Inc',
      ready_to_assign: true,
    }
  const merchant_name = `Shop ${(n * 31) % MERCHANTS}`
  const category_id = categories[(n * 17) % CATEGORIES]
  if (n % 40 === 1) {
    const splits = [0, 1, 2].map((line) => ({
      amount: toAmount(cents),
      category_id: categories[(n + line) % CATEGORIES],
    }))
    return { account_id, date, merchant_name, splits }
  }
  return { account_id, date, amount: toAmount(cents), merchant_name, ...(n % 90 !== 2 && { category_id }) }
}

/** Fills the workspace of an environment with `count` transactions. */
export function fillHousehold({ program, env, directory }, count) {
  const budget = (...args) =>
    JSON.parse(execFileSync(process.execPath, [program, ...args, '--json'], { env, maxBuffer: 2 ** 30 }))
  execFileSync(process.execPath, [program, 'init', '--name', 'Home', '--currency', 'USD', '--no-input'], {
    env,
    stdio: 'ignore',
  })
  const add = (name, type) =>
    budget('accounts', 'add', name, '--type', type, '--balance', '1000', '--balance-date', '2016-11-01').id
  const accounts = [
    add('Checking', 'checking'),
    add('Visa', 'credit_credit_card'),
    add('Savings', 'savings'),
    add('Broker', 'investment_brokerage'),
  ]
  budget('groups', 'add', 'Household')
  const categories = Array.from(
    { length: CATEGORIES },
    (_, at) => budget('categories', 'add', `Category ${at}`, '--group', 'Household').id,
  )
  const file = join(directory, 'rows.ndjson')
  const ids = { accounts, categories }
  const rows = Array.from({ length: count }, (_, n) => JSON.stringify(buildTransaction(n, count, ids)))
  writeFileSync(file, `${rows.join('\n')}\n`)
  execFileSync(
    'sh',
    ['-c', `"${process.execPath}" "${program}" tx add --stdin --format ids < "${file}" > /dev/null`],
    { env },
  )
}
