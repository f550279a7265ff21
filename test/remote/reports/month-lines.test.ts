/** Tests that months are kept only when they are complete. */

import { expect, test } from 'vitest'
import type { ReportLine } from '../../../src/contract/ports/report-source.ts'
import { createLineCache } from '../../../src/remote/reports/line-cache.ts'
import { keepMonthLines, type ReadLines } from '../../../src/remote/reports/month-lines.ts'
import { ALL_MONTHS } from '../../../src/remote/reports/months.ts'
import { openMonthCache } from '../../../src/store/month-cache.ts'
import { withFolder } from '../../support/temporary-directory.ts'

const remote = { base_url: 'https://budget.example.com', workspace_id: 'wks_1' }

const line = (date: string): ReportLine => ({
  transaction_id: `txn ${date}`,
  date,
  account_id: 'acc',
  merchant_id: null,
  category_id: null,
  transfer_account_id: null,
  notes: 'a "note"\n',
  amount: -12_345_678_901_234_567_890n,
  kind: 'spending',
})

/** Reads pages of these dates, and notes which dates were asked for; a page without dates breaks off. */
function readPages(pages: readonly (readonly string[])[], asked: string[] = []): ReadLines {
  return async function* read({ first, last }) {
    asked.push(`${first} ${last}`)
    for (const dates of pages) {
      if (dates.length === 0) throw new Error('killed')
      yield dates.filter((date) => date >= first && date <= last).map(line)
    }
  }
}

/** Runs `use` with a function that opens the lines as a new invocation on 2026-11-20. */
const withInvocations = (
  use: (open: (readLines: ReadLines) => ReturnType<typeof keepMonthLines>) => Promise<void>,
) =>
  withFolder(async (folder) => {
    const cache = openMonthCache({ folder, remote, warn: () => undefined })
    const open = (readLines: ReadLines) =>
      keepMonthLines({
        readLines,
        currentMonth: '2026-11',
        cache: createLineCache({ cache, currentMonth: '2026-11', now: () => 7 }),
      })
    await use(open)
    cache.close()
  })

const YEAR = { first: '2026-01', last: '2026-12' }
const dates = (months: readonly ReportLine[][]): string[] => months.flat().map(({ date }) => date)

test('only the open months are read again, and lines come back as they were', () =>
  withInvocations(async (open) => {
    const pages = [
      ['2026-11-20', '2026-09-30', '2026-09-01'],
      ['2026-08-15', '2026-03-03'],
    ]
    const cold = await open(readPages(pages)).listMonths(YEAR)
    const asked: string[] = []
    const warm = open(readPages(pages, asked))
    expect(await warm.listMonths(YEAR)).toEqual(cold)
    expect(asked).toEqual(['2026-11-01 2199-12-31'])
    expect(warm.readAge()).toEqual({ months: { first: '2026-01', last: '2026-10' }, read_at: 7 })
  }))

test('a reading that breaks off keeps the months before the one it was in', () =>
  withInvocations(async (open) => {
    const broken = readPages([['2026-11-20', '2026-09-30'], ['2026-09-01', '2026-08-15'], []])
    await expect(open(broken).listMonths(YEAR)).rejects.toThrow('killed')
    const asked: string[] = []
    const pages = [['2026-11-20', '2026-09-30', '2026-09-01', '2026-08-15', '2026-08-14']]
    expect(dates(await open(readPages(pages, asked)).listMonths(YEAR))).toEqual(pages[0])
    expect(asked).toEqual(['2026-11-01 2199-12-31', '2026-01-01 2026-08-31'])
  }))

test('a month that gets a line after it was kept is forgotten', () =>
  withInvocations(async (open) => {
    const pages = [
      ['2026-09-30', '2026-08-15'],
      ['2026-09-02', '2026-07-01'],
    ]
    expect(dates(await open(readPages(pages)).listMonths(YEAR))).toEqual([
      '2026-09-30',
      '2026-09-02',
      '2026-08-15',
      '2026-07-01',
    ])
    const asked: string[] = []
    await open(readPages(pages, asked)).listMonths(YEAR)
    expect(asked).toEqual(['2026-11-01 2199-12-31', '2026-01-01 2026-09-30'])
  }))

test('without a cache each month is read once in an invocation', async () => {
  const asked: string[] = []
  const lines = keepMonthLines({ readLines: readPages([['2026-03-03']], asked), currentMonth: '2026-11' })
  await lines.listMonths({ first: '2026-03', last: '2026-04' })
  await lines.listMonths({ first: '2026-01', last: '2026-05' })
  expect(asked).toEqual(['2026-03-01 2026-04-30', '2026-05-01 2026-05-31', '2026-01-01 2026-02-28'])
  expect(lines.readAge()).toBeUndefined()
})

test('months without lines have an age too, but none is told of before the first line', () =>
  withInvocations(async (open) => {
    await open(readPages([])).listMonths({ first: ALL_MONTHS.first, last: '2026-10' })
    const empty = open(readPages([]))
    expect((await empty.listMonths({ first: '2026-03', last: '2026-04' })).length).toBe(0)
    expect(empty.readAge()).toEqual({ months: { first: '2026-03', last: '2026-04' }, read_at: 7 })
    const all = open(readPages([]))
    await all.listMonths(ALL_MONTHS)
    expect(all.readAge()).toEqual({ months: { first: '2026-10', last: '2026-10' }, read_at: 7 })
  }))

test.each([
  ['no JSON', '[['],
  ['no list', '{}'],
  ['a line that is none', '[7]'],
  ['an amount that is none', '[["t","2026-10-05","acc",null,null,null,null,"1e5","spending"]]'],
  ['a date of another month', '[["t","2026-09-05","acc",null,null,null,null,"1","spending"]]'],
  ['an unknown kind', '[["t","2026-10-05","acc",null,null,null,null,"1","magic"]]'],
])('a kept month that holds %s is read again and kept anew', (_, text) =>
  withFolder(async (folder) => {
    const cache = openMonthCache({ folder, remote, warn: () => undefined })
    const run = { first: '2026-10', last: '2026-10', text, read_at: 3 }
    cache.keep(cache.startReading(0), [run])
    const october = { first: '2026-10', last: '2026-10' }
    const asked: string[] = []
    const read = async (): Promise<string[]> => {
      const lineCache = createLineCache({ cache, currentMonth: '2026-11', now: () => 7 })
      const readLines = readPages([['2026-10-06']], asked)
      const lines = keepMonthLines({ readLines, currentMonth: '2026-11', cache: lineCache })
      return dates(await lines.listMonths(october))
    }
    expect([await read(), await read()]).toEqual([['2026-10-06'], ['2026-10-06']])
    expect(asked).toEqual(['2026-10-01 2026-10-31'])
    cache.close()
  }),
)
