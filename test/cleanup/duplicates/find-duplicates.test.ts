/** Tests which transactions are found to be one, which of them stays, and what it takes over. */

import { describe, expect, it } from 'vitest'
import { findDuplicates } from '../../../src/cleanup/duplicates/find-duplicates.ts'
import type { Transaction } from '../../../src/contract/operations/transactions.ts'
import type { FileSpan } from '../../../src/transactions/rows-around.ts'
import { measureProcessorTime } from '../../support/machine-load.ts'
import { buildTransaction } from '../transactions.ts'

const november = { account_id: 'Checking', first: '2026-11-01', last: '2026-11-30' }

/** Finds duplicates among rows; `files` says which of them a file holds, all others were entered by hand. */
function find(
  rows: readonly Transaction[],
  files: Record<string, string[]> = {},
  spans: Record<string, FileSpan> = { A: november, B: november },
) {
  const sources = {
    listFiles: (id: string) => files[id] ?? [],
    listBankTexts: () => [],
    spans: new Map(Object.entries(spans)),
  }
  return findDuplicates({ rows, sources, days: 5 })
}
const listPairs = (...args: Parameters<typeof find>) =>
  find(...args).map(({ keep, remove, sure }) => `${remove.id} → ${keep.id}${sure ? '' : ' ?'}`)

const hand = buildTransaction('hand', { date: '2026-11-09', merchant_name: 'Blue Heron' })
const bank = buildTransaction('bank', { merchant_name: 'Blue Heron Coffee' })

describe('an entry by hand beside a row of a file', () => {
  it('is deleted; with another name only if the file covers its day, and the user decides', () => {
    expect(listPairs([hand, bank], { bank: ['A'] })).toEqual(['hand → bank'])
    const lunch = { ...hand, merchant_name: 'Lunch', merchant_id: 'mer_Lunch' }
    expect(listPairs([lunch, bank], { bank: ['A'] })).toEqual(['hand → bank ?'])
    expect(listPairs([lunch, bank], { bank: ['A'] }, {})).toEqual([])
  })

  it('is kept if it is later than the file and the shop is visited often', () => {
    const coffees = ['06', '07', '08', '09'].map((day) =>
      buildTransaction(`bank${day}`, { date: `2026-11-${day}` }),
    )
    const files = Object.fromEntries(coffees.map(({ id }) => [id, ['A']]))
    const today = buildTransaction('today', { date: '2026-11-10' })
    const spans = { A: { ...november, last: '2026-11-09' } }
    expect(listPairs([...coffees, today], files, spans)).toEqual([])
    expect(listPairs([...coffees, { ...today, date: '2026-11-09' }], files, spans)).toEqual([
      'today → bank09',
    ])
  })

  it('may be a bill to which a tip was added, which needs a decision', () => {
    expect(listPairs([hand, { ...bank, amount: '-12.00' }], { bank: ['A'] })).toEqual(['hand → bank ?'])
    expect(listPairs([hand, { ...bank, amount: '-14.00' }], { bank: ['A'] })).toEqual([])
    expect(listPairs([hand, { ...bank, amount: '-9.00' }], { bank: ['A'] })).toEqual([])
  })

  it('is the same once: the nearest row is taken, and each row only once', () => {
    const rows = [hand, bank, buildTransaction('other', { date: '2026-11-12', merchant_name: 'Blue Heron' })]
    expect(listPairs(rows, { bank: ['A'], other: ['A'] })).toEqual(['hand → bank'])
  })

  it('stays with its account and its days', () => {
    expect(listPairs([{ ...hand, account_id: 'Visa' }, bank], { bank: ['A'] })).toEqual([])
    expect(listPairs([{ ...hand, date: '2026-11-04' }, bank], { bank: ['A'] })).toEqual([])
    expect(listPairs([{ ...hand, deleted: true }, bank], { bank: ['A'] })).toEqual([])
  })
})

describe('rows of files', () => {
  it('of one file are never one, however equal they are', () => {
    expect(listPairs([bank, { ...bank, id: 'again' }], { bank: ['A'], again: ['A'] })).toEqual([])
    expect(listPairs([bank, { ...bank, id: 'again' }], { bank: ['A', 'B'], again: ['B'] })).toEqual([])
  })

  it('of two files of the same days are one if each file lists only one of them', () => {
    const export2 = buildTransaction('export2', { date: '2026-11-11', merchant_name: 'BLUE HERON 0042' })
    expect(listPairs([bank, export2], { bank: ['A'], export2: ['B'] })).toEqual(['export2 → bank'])
  })

  it('of consecutive files are two visits, unless the first was pending', () => {
    const spans = { A: { ...november, last: '2026-11-10' }, B: { ...november, first: '2026-11-11' } }
    const next = { ...bank, id: 'next', date: '2026-11-11' }
    const files = { bank: ['A'], next: ['B'] }
    expect(listPairs([bank, next], files, spans)).toEqual([])
    expect(listPairs([{ ...bank, status: 'pending' }, next], files, spans)).toEqual(['bank → next'])
  })
})

describe('two entries by hand', () => {
  it('of the same day and shop need a decision, and are never one if one command made both', () => {
    expect(listPairs([hand, { ...hand, id: 'zagain' }])).toEqual([])
    const again = { ...hand, id: 'zagain', created_at: '2026-11-20T12:00:03.000Z' }
    expect(listPairs([hand, again])).toEqual(['zagain → hand ?'])
    expect(listPairs([hand, { ...again, merchant_name: 'Kiosk', merchant_id: 'mer_Kiosk' }])).toEqual([])
    expect(listPairs([hand, { ...again, date: '2026-11-11' }])).toEqual(['zagain → hand ?'])
    expect(listPairs([hand, { ...again, date: '2026-11-15' }])).toEqual([])
  })
})

describe('the transaction that stays', () => {
  it('is the reconciled one; two reconciled ones agreed with the bank', () => {
    const reconciled = { ...hand, status: 'reconciled' as const }
    expect(listPairs([reconciled, bank], { bank: ['A'] })).toEqual(['bank → hand ?'])
    expect(listPairs([reconciled, { ...bank, status: 'reconciled' }], { bank: ['A'] })).toEqual([])
  })

  it('is the transfer, which is never decided without the user', () => {
    const transfer = buildTransaction('side', {
      type: 'transfer',
      transfer_account_id: 'Savings',
      merchant_name: null,
    })
    expect(listPairs([transfer, bank], { bank: ['A'] })).toEqual(['bank → side ?'])
    expect(listPairs([transfer, { ...transfer, id: 'side2' }])).toEqual([])
  })

  const takeOver = (kept: Partial<Transaction>, removed: Partial<Transaction>) =>
    find(
      [
        { ...hand, ...removed },
        { ...bank, ...kept },
      ],
      { bank: ['A'] },
    )[0]?.fix.changes

  it('takes over the category and the notes that the user chose', () => {
    const removed = { category_id: 'food', notes: 'with Ann', review_status: 'reviewed' as const }
    expect(takeOver({ notes: 'BLUE HERON 0042' }, removed)).toEqual({
      category_id: 'food',
      notes: 'BLUE HERON 0042; with Ann',
      review_status: 'reviewed',
    })
    // A guess gives way to a choice, a reviewed category does not.
    expect(takeOver({ category_id: 'fun' }, { category_id: 'food' })).toEqual({ category_id: 'food' })
    expect(takeOver({ category_id: 'fun', review_status: 'reviewed' }, { category_id: 'food' })).toEqual({})
    expect(takeOver({}, { ready_to_assign: true })).toEqual({ ready_to_assign: true })
    expect(takeOver({ status: 'pending' }, {})).toEqual({ status: 'cleared' })
  })

  it('takes over split lines; a tip becomes a line without a category', () => {
    const splits = ['-6.00', '-4.00'].map((amount) => ({
      amount,
      category_id: 'food',
      category_name: 'Food',
      ready_to_assign: false,
      notes: null,
    }))
    const lines = splits.map(({ amount }) => ({ amount, category_id: 'food', notes: null }))
    expect(takeOver({}, { splits })).toEqual({ splits: lines })
    expect(takeOver({ amount: '-12.00' }, { splits })).toEqual({
      splits: [...lines, { amount: '-2.00', category_id: null, notes: null }],
    })
  })

  it('cuts its own notes before those of the user at 500 characters', () => {
    const changes = takeOver({ notes: 'x'.repeat(490) }, { notes: 'with Ann and Bob' })
    expect(changes?.notes).toHaveLength(500)
    expect(changes?.notes).toMatch(/x; with Ann and Bob$/)
  })
})

it('searches 100,000 rows of one account in less than two seconds', async () => {
  const rows = Array.from({ length: 100_000 }, (_, at) =>
    buildTransaction(`t${at}`, {
      date: `20${10 + (at % 16)}-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`,
      amount: `-${1 + (at % 997)}.${10 + (at % 89)}`,
      merchant_name: `Shop ${at % 500}`,
    }),
  )
  const sources = { listFiles: () => ['A'], listBankTexts: () => [], spans: new Map([['A', november]]) }
  const milliseconds = await measureProcessorTime(() =>
    expect(findDuplicates({ rows, sources, days: 5 })).toEqual([]),
  )
  expect(milliseconds).toBeLessThan(2000)
})
