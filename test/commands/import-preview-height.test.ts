/** Tests that the preview that a question is about stays on the screen. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCliHarness } from '../support/cli-harness.ts'

test('the preview leaves the question on a screen of 24 lines, and says what it leaves out', async () => {
  const cli = createCliHarness()
  try {
    await cli.budget('accounts add Visa --type banking_checking'.split(' '))
    const day = (at: number) => `2026-10-${String((at % 28) + 1).padStart(2, '0')}`
    const entered = Array.from({ length: 28 }, (_, at) =>
      JSON.stringify({ date: day(at), amount: `-${at + 1}.00`, merchant_name: `Shop ${at}` }),
    )
    writeFileSync(join(cli.folder, 'entered.ndjson'), `${entered.join('\n')}\n`)
    await cli.budget(['tx', 'add', '--stdin', '--account', 'Visa'], {
      stdin: join(cli.folder, 'entered.ndjson'),
    })
    const rows = Array.from({ length: 28 }, (_, at) => `${day(at)},POS 4411 SHOP ${at} BERLIN,-${at + 1}.00,`)
    const fresh = Array.from({ length: 9 }, (_, at) => `${day(at)},SQ *BAKERY #${at} BERLIN DE,-77.${at}0,`)
    writeFileSync(
      join(cli.folder, 'bank.csv'),
      `Date,Payee,Amount,Balance\n${[...rows, ...fresh].join('\n')}\n`,
    )
    const words = 'import bank.csv --account Visa'.split(' ')
    const asked = await cli.budget(words, { terminal: 80, rows: 24, answers: ['no'] })
    const lines = asked.stderr.split('\n')
    expect(lines.length).toBeLessThanOrEqual(24)
    expect(asked.stderr).toContain('Possible duplicates')
    expect(asked.stderr).toMatch(/… and 2\d more; --dry-run shows all/)
    expect(asked.stderr).toContain('Import these 9 rows into Visa? no')
    expect(asked.stderr).not.toContain('Requests')
    const whole = await cli.budget([...words, '--dry-run'], { terminal: 80, rows: 24 })
    expect(whole.stdout.split('\n').length).toBeGreaterThan(60)
  } finally {
    cli.close()
  }
})
