/** Tests that files made to cost time are read soon, or refused on one screen. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createZip } from '../migrate/zip-files.ts'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { measureProcessorTime } from '../support/machine-load.ts'

const MEGABYTE = 1024 * 1024
const SCREEN_LINES = 24
/** Processor time that is allowed; without the limits each of these takes minutes. */
const SECONDS = 2

let cli: CliHarness
beforeEach(async () => {
  cli = createCliHarness()
  await cli.budget('accounts add Visa --type banking_checking'.split(' '))
})
afterEach(() => cli.close())

async function runSoon(line: string) {
  let result = { stdout: '', stderr: '', code: 0 }
  const milliseconds = await measureProcessorTime(async () => {
    result = await cli.budget(line.split(' '))
  })
  expect(milliseconds / 1000).toBeLessThan(SECONDS)
  expect(`${result.stdout}${result.stderr}`.split('\n').length).toBeLessThan(SCREEN_LINES)
  return result
}

test('megabytes of transactions without content are refused with the first of them', async () => {
  for (const text of ['<STMTTRN>', '<OFX><STMTTRN>']) {
    writeFileSync(join(cli.folder, 'bank.ofx'), `<OFX>${text.repeat((4 * MEGABYTE) / text.length)}`)
    const { stderr, code } = await runSoon('import bank.ofx --account Visa --accept')
    expect(stderr).toContain('None of the first 5000 rows can be read; nothing was imported')
    expect(stderr).toContain('… and 4985 more; --json lists all')
    expect(code).toBe(3)
  }
})

test('blank lines between rows cost nothing, and lines keep their numbers', async () => {
  const blank = '\n'.repeat(5 * MEGABYTE)
  const rows = ['Date,Payee,Amount', '2026-01-01,A,-1.00', '2026-01-02,B,wrong']
  writeFileSync(join(cli.folder, 'bank.csv'), rows.join(`\n${blank}`))
  const map = '--map date=1,payee=2,amount=3 --date-order ymd'
  const { stderr } = await runSoon(`import bank.csv --account Visa --accept ${map}`)
  expect(stderr).toContain(`Line ${2 * 5 * MEGABYTE + 3}, row 2`)
})

test('a zip of thousands of files is no budget', async () => {
  const files = Array.from({ length: 1001 }, (_, at) => ({ path: `f${at}.csv`, text: `Date,Amount\n${at}` }))
  writeFileSync(join(cli.folder, 'many.zip'), createZip(files))
  const { stderr } = await runSoon('migrate many.zip')
  expect(stderr).toContain('The zip has 1001 files; the limit is 1000')
})

test('a layout of thousands of patterns is refused', async () => {
  writeFileSync(join(cli.folder, 'bank.csv'), 'Date,Payee,Amount\n2026-01-01,A,-1.00\n')
  await cli.budget('import bank.csv --account Visa --accept'.split(' '))
  const { stdout } = await cli.budget('layouts show visa --json'.split(' '))
  const layout = JSON.parse(stdout)
  const addRules = (count: number, pattern: (at: number) => string) =>
    writeFileSync(
      layout.path,
      JSON.stringify({
        ...layout,
        path: undefined,
        name: undefined,
        rules: Array.from({ length: count }, (_, at) => ({ if: { payee: pattern(at) }, skip: true })),
      }),
    )
  writeFileSync(join(cli.folder, 'next.csv'), 'Date,Payee,Amount\n2026-01-02,A,-1.00\n')
  addRules(201, (at) => `/^a.*${at}/`)
  expect((await runSoon('import next.csv --account Visa')).stderr).toContain(
    '201 regular expressions; the limit is 200',
  )
  addRules(5001, String)
  expect((await runSoon('import next.csv --account Visa')).stderr).toContain(
    '5001 conditions; the limit is 5000',
  )
})
