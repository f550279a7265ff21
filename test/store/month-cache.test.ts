/** Tests that the cache of closed months never shows what a write may have changed. */

import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openMonthCache } from '../../src/store/month-cache.ts'
import { withFolder } from '../support/temporary-directory.ts'

const remote = { base_url: 'https://budget.example.com', workspace_id: 'wks_1' }
const run = (month: string, text = month) => ({ first: month, last: month, text, read_at: 5 })
const ALL = { first: '1900-01', last: '2199-12' }
const MINUTE = 60_000

/** Opens two processes' caches of one workspace. */
const withCaches = (
  use: (caches: Record<'one' | 'other', ReturnType<typeof openMonthCache>>, folder: string) => void,
) =>
  withFolder(async (folder) => {
    const warn = (): void => undefined
    const [one, other] = [openMonthCache({ folder, remote, warn }), openMonthCache({ folder, remote, warn })]
    use({ one, other }, folder)
    one.close()
    other.close()
  })

test('what one process kept another one lists, the newest first', () =>
  withCaches(({ one, other }, folder) => {
    one.keep(one.startReading(0), [run('2026-01'), { ...run('2026-02'), last: '2026-05' }, run('2026-06')])
    expect(other.list({ first: '2026-03', last: '2026-06' })).toEqual([
      run('2026-06'),
      { ...run('2026-02'), last: '2026-05' },
    ])
    expect(other.list({ first: '2026-07', last: '2026-08' })).toEqual([])
    expect(statSync(join(folder, 'month-cache.db')).mode & 0o777).toBe(0o600)
  }))

test('another workspace has its own months', () =>
  withCaches(({ one }, folder) => {
    one.keep(one.startReading(0), [run('2026-01')])
    const strange = openMonthCache({
      folder,
      remote: { ...remote, workspace_id: 'wks_2' },
      warn: () => undefined,
    })
    strange.finishWrite(strange.beginWrite(0), 'all')
    expect(strange.list(ALL)).toEqual([])
    expect(one.list(ALL)).toEqual([run('2026-01')])
    strange.close()
  }))

test('a write through another address of the workspace forgets, but what that address read is its own', () =>
  withCaches(({ one }, folder) => {
    const other = openMonthCache({
      folder,
      remote: { ...remote, base_url: 'http://localhost:8787' },
      warn: () => undefined,
    })
    one.keep(one.startReading(0), [run('2026-01'), run('2026-02')])
    other.keep(other.startReading(0), [run('2026-02', 'other')])
    expect([one.list(ALL), other.list(ALL)]).toEqual([
      [run('2026-02'), run('2026-01')],
      [run('2026-02', 'other')],
    ])
    const generation = one.startReading(0)
    const write = other.beginWrite(0)
    expect(one.list(ALL)).toEqual([])
    other.finishWrite(write, ['2026-02'])
    expect([one.list(ALL), other.list(ALL)]).toEqual([[run('2026-01')], []])
    one.keep(generation, [run('2026-02')])
    expect(one.list(ALL)).toEqual([run('2026-01')])
    other.close()
  }))

test('a write forgets the months it touched and those kept together with them', () =>
  withCaches(({ one, other }) => {
    one.keep(one.startReading(0), [run('2026-01'), { ...run('2026-02'), last: '2026-05' }, run('2026-06')])
    other.finishWrite(other.beginWrite(0), ['2026-04'])
    expect(one.list(ALL)).toEqual([run('2026-06'), run('2026-01')])
    other.finishWrite(other.beginWrite(0), 'all')
    expect(one.list(ALL)).toEqual([])
  }))

test('what was read before a write is not kept after it', () =>
  withCaches(({ one, other }) => {
    const generation = one.startReading(0)
    other.finishWrite(other.beginWrite(0), [])
    one.keep(generation, [run('2026-01')])
    expect(one.list(ALL)).toEqual([])
  }))

test('while a write is under way nothing is listed or kept', () =>
  withCaches(({ one, other }) => {
    one.keep(one.startReading(0), [run('2026-01')])
    const write = other.beginWrite(0)
    expect(one.list(ALL)).toEqual([])
    one.keep(one.startReading(0), [run('2026-02')])
    other.finishWrite(write, [])
    expect(one.list(ALL)).toEqual([run('2026-01')])
  }))

test('a write whose process died makes everything be read anew after ten minutes', () =>
  withCaches(({ one, other }) => {
    one.keep(one.startReading(0), [run('2026-01')])
    other.beginWrite(0)
    one.startReading(9 * MINUTE)
    expect(one.list(ALL)).toEqual([])
    one.keep(one.startReading(11 * MINUTE), [run('2026-02')])
    expect(one.list(ALL)).toEqual([run('2026-02')])
  }))

test('the months read first go when there are too many', () =>
  withCaches(({ one }) => {
    const large = 'x'.repeat(30 * 2 ** 20)
    one.keep(one.startReading(0), [{ ...run('2026-01', large), read_at: 1 }])
    one.keep(one.startReading(0), [run('2026-02', large), run('2026-03', large)])
    expect(one.list(ALL).map(({ first }) => first)).toEqual(['2026-03', '2026-02'])
  }))

test('a damaged file is replaced by an empty one', () =>
  withFolder(async (folder) => {
    writeFileSync(join(folder, 'month-cache.db'), 'x'.repeat(8192))
    const warnings: string[] = []
    const cache = openMonthCache({ folder, remote, warn: (text) => warnings.push(text) })
    cache.keep(cache.startReading(0), [run('2026-01')])
    expect(cache.list(ALL)).toEqual([run('2026-01')])
    cache.close()
    expect(warnings).toHaveLength(1)
    expect(readdirSync(folder)).toContain('month-cache.db.damaged')
  }))
