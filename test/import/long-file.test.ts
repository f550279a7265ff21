/** Files longer than the sample and longer than a block are read right. */

import { describe, expect, test } from 'vitest'
import {
  createAccount,
  createImportOptions,
  discardJournal,
  importFile,
  listTransactions,
  openWorkspace,
} from '../support/import-account.ts'
import { readQuestion, readReadyRows, readText } from '../support/read-statement.ts'

test('the merchants of a long file are found once, by the pass that books, where nobody looks at its rows', async () => {
  const filler = 'far '.repeat(105)
  const lines = Array.from({ length: 6000 }, (_, at) => `2026-10-0${(at % 9) + 1},Shop ${at} ${filler},-5.00`)
  const bytes = new TextEncoder().encode(`Date,Payee,Amount\n${lines.join('\n')}\n`)
  const searches = async (is_unseen: boolean) => {
    discardJournal()
    await openWorkspace()
    let count = 0
    const find_merchant = (cell: string) => {
      count += 1
      return cell.split(' ').slice(0, 2).join(' ')
    }
    const account = await createAccount()
    const report = await importFile(createImportOptions(bytes, account, { find_merchant, is_unseen }))
    const [newest] = await listTransactions(account)
    return { count, created: report.counts.create, merchant: newest?.merchant_name?.slice(0, 5) }
  }
  const booked = { created: 6000, merchant: 'Shop ' }
  expect(await searches(true)).toEqual({ ...booked, count: 6000 })
  expect(await searches(false)).toEqual({ ...booked, count: 12_000 })
})

test('how many notes of a long file are cut is told whether or not somebody looks at its rows', async () => {
  // The text that is not part of the merchant goes into the notes.
  const row = (at: number) =>
    `2026-10-0${(at % 9) + 1},CARD PAYMENT Night Kiosk 21/09,${'far '.repeat(at === 7 ? 122 : 90)},-5.00`
  const lines = Array.from({ length: 6000 }, (_, at) => row(at))
  const bytes = new TextEncoder().encode(`Date,Payee,Notes,Amount\n${lines.join('\n')}\n`)
  for (const is_unseen of [true, false]) {
    discardJournal()
    await openWorkspace()
    const report = await importFile(createImportOptions(bytes, await createAccount(), { is_unseen }))
    expect(report.notes_cut).toBe(1)
  }
})

describe('a file longer than the sample', () => {
  const many = (count: number, row: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => row(at))
  const early = many(5000, (at) => `0${(at % 9) + 1}/0${((at * 7) % 9) + 1}/2026,Shop ${at},-5.00`)
  const dated = (...later: string[]) => `Date,Text,Amount\n${[...early, ...later].join('\n')}\n`

  test('asks for the order of its dates only when no date of the whole file tells', () => {
    expect(readQuestion(dated('01/02/2026,Shop,-5.00'), {}, 'USD')).toContain(
      'No date in the file shows which',
    )
    expect(readReadyRows(dated('13/02/2026,Shop,-5.00')).at(-1)).toBe('2026-02-13 -5.00 Shop')
    expect(readReadyRows(dated('02/13/2026,Shop,-5.00')).at(-1)).toBe('2026-02-13 -5.00 Shop')
  })

  test('is not read by the order its beginning seems to have when a later date contradicts it', () => {
    const days = ['01/10', '01/11', '01/12', '02/01']
    const sorted = many(5000, (at) => `${days[Math.floor(at / 1250)]}/2026,Shop ${at},-5.00`)
    const text = (last: string) => `Date,Text,Amount\n${sorted.join('\n')}\n${last},Shop,-5.00\n`
    expect(readText(text('02/02/2026')).date_format).toBe('mdy')
    expect(readText(text('13/02/2026')).date_format).toBe('dmy')
  })

  test('lets all its amounts vote for the decimal mark', () => {
    const text = (...later: string[]) =>
      `Date;Text;Amount\n${many(5000, (at) => `2026-11-20;Shop ${at};-1,230`).join('\n')}\n${later.join('\n')}\n`
    expect(readQuestion(text('2026-11-20;Shop;-1,230'))).toContain('a decimal or a thousands separator?')
    expect(readReadyRows(text('2026-11-20;Shop;-1,50')).slice(-1)).toEqual(['2026-11-20 -1.50 Shop'])
    expect(readReadyRows(text('2026-11-20;Shop;-1,230.50')).slice(-2)).toEqual([
      '2026-11-20 -1230.00 Shop 4999',
      '2026-11-20 -1230.50 Shop',
    ])
  })

  const lastOf = (header: string, row: string, last: string) => {
    const rows = [...readText(`${header}\n${many(5000, () => row).join('\n')}\n${last}\n`).rows()]
    return rows.at(-1)?.problem
  }

  test('rejects a later row in another currency', () => {
    expect(
      lastOf('Date,Text,Amount,Currency', '2026-11-20,Shop,-5.00,EUR', '2026-11-20,Shop,-5.00,USD'),
    ).toEqual({
      row: 5001,
      line: 5002,
      column: 4,
      field: 'currency',
      message: '"USD" is not EUR',
    })
  })

  test('rejects a later amount below zero where a flag told the way of all before it', () => {
    expect(lastOf('Date,Text,Amount,D/C', '2026-11-20,Shop,5.00,D', '2026-11-20,Shop,-5.00,D')).toEqual({
      row: 5001,
      line: 5002,
      column: 3,
      field: 'amount',
      message: '"-5.00" is negative, but amounts in this file have no sign',
    })
  })

  test('can be read again from every block, and is the same read backwards', () => {
    const rows = many(12_000, (at) => `2026-11-20,"Shop ${at}${at % 7 === 0 ? '\n' : ''} Süd",-5.00`)
    const statement = readText(`Date,Text,Amount\n${rows.join('\r\n')}`)
    const all = [...statement.rows()]
    const checkpoints = all.flatMap(({ resumeAt, line, row }) =>
      resumeAt === undefined ? [] : [{ at: resumeAt, line, row }],
    )
    expect(checkpoints.length).toBeGreaterThan(1)
    for (const place of checkpoints) expect([...statement.rows(place)]).toEqual(all.slice(place.row - 1))
  })
})
