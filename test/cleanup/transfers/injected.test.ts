/** Measures on real registers how many injected transfers are found, and how many findings are true. */

import { describe, expect, it } from 'vitest'
import { findTransfers } from '../../../src/cleanup/transfers/find-transfers.ts'
import type { Transaction } from '../../../src/contract/operations/transactions.ts'
import { addDays } from '../../../src/money/calendar.ts'
import { createRandom, createRegister, toImportedTexts } from '../duplicates/registers.ts'
import { type BankPayee, haveBankPayees, readBankPayees } from '../merchants/bank-payees.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 5)

const texts = [
  ['VISA CARD PAYMENT', 'PAYMENT THANK YOU'],
  ['Dauerauftrag Tagesgeld', 'Umbuchung'],
  ['STANDING ORDER 0042', 'FROM MAIN ACCOUNT'],
  ['Virement vers livret', 'VIREMENT RECU'],
  ['ONLINE TRANSFER REF 8812', 'DEPOSIT'],
  ['J DOE', 'J DOE'],
] as const

/** Builds two accounts with the rows of two files, the same dates, and a transfer for about every eighth row. */
function buildAccounts(payees: readonly BankPayee[], seed: number) {
  const random = createRandom(seed)
  const accounts = [createRegister('Main'), createRegister('Second')]
  const sides = new Map<string, string>()
  const put = (at: number, { date, amount, text }: BankPayee): Transaction | undefined => {
    const account = accounts[at]
    return account?.add({ date, amount, ...toImportedTexts(text), files: [`F${at}`] })
  }
  for (const row of payees) {
    put(random() < 0.7 ? 0 : 1, row)
    // A refund of the same sum to the other account is no transfer.
    if (random() < 0.04)
      put(1, {
        ...row,
        amount: row.amount.replace('-', ''),
        text: `REFUND ${row.text}`,
        date: addDays(row.date, 4),
      })
    if (random() > 0.12) continue
    const [left = '', arrived = ''] = texts[Math.floor(random() * texts.length)] ?? []
    const cents = random() < 0.5 ? '00' : String(10 + Math.floor(random() * 90))
    const amount = `${Math.floor(random() * 60) * 10 + 20}.${cents}`
    const from = random() < 0.7 ? 0 : 1
    const out = put(from, { date: row.date, amount: `-${amount}`, text: left })
    const into = put(1 - from, { date: addDays(row.date, Math.floor(random() * 3)), amount, text: arrived })
    if (out && into) sides.set(out.id, into.id)
  }
  return { rows: accounts.flatMap(({ rows }) => rows), sides }
}

const accounts = ['Main', 'Second'].map((id) => ({ id, on_budget: true, closed: false }))

describe.skipIf(!haveBankPayees)('transfers injected into real registers', () => {
  it('are found to 90 percent, and 95 percent of the sure findings are transfers', () => {
    const total = { injected: 0, listed: 0, sure: 0, right: 0 }
    for (let round = 0; round < rounds; round++) {
      for (const payees of readBankPayees().values()) {
        const { rows, sides } = buildAccounts(payees, round * 1000 + payees.length)
        const findings = findTransfers({ rows, accounts, days: 5 })
        const isRight = ({ out, in: into }: (typeof findings)[number]) => sides.get(out.id) === into.id
        const sure = findings.filter((finding) => finding.sure)
        total.injected += sides.size
        total.listed += findings.filter(isRight).length
        total.sure += sure.length
        total.right += sure.filter(isRight).length
      }
    }
    const [recall, precision] = [total.listed / total.injected, total.right / total.sure]
    if (process.env['BUDGET_ROUNDS'] !== undefined)
      process.stdout.write(`${JSON.stringify({ ...total, recall, precision })}\n`)
    expect(recall).toBeGreaterThanOrEqual(0.9)
    expect(precision).toBeGreaterThanOrEqual(0.95)
  })
})
