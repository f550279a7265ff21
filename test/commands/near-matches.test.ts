/** Tests how near matches are decided. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCliHarness } from '../support/cli-harness.ts'
import { createRemoteHarness } from '../support/remote-harness.ts'

test('what was said of a row that may be there holds for whoever goes on', async () => {
  const elsewhere = await createRemoteHarness()
  try {
    await elsewhere.run('tx add -3.50 Kiosk --account Checking --date 2026-10-02')
    const rows = Array.from({ length: 150 }, (_, at) => `2026-10-01,Shop ${at},-1.00\n`)
    elsewhere.writeFile('bank.csv', `Date,Payee,Amount\n${rows.join('')}2026-10-03,KIOSK AM PLATZ,-3.50\n`)
    const person = new AbortController()
    const requests: string[] = []
    requests.push = (request) => {
      if (request.startsWith('POST')) person.abort()
      return 0
    }
    const words = 'import bank.csv --account Checking --accept --possible ask'
    const answers = ['Different transaction: import it']
    const begun = await elsewhere.run(words, { requests, signal: person.signal, terminal: 80, answers })
    expect(begun.stdout).toContain('100 rows imported')
    const { stdout, code } = await elsewhere.run('imports resume --json')
    expect(JSON.parse(stdout)).toMatchObject({ counts: { create: 51, duplicate: 100, held: 0 } })
    expect(code).toBe(0)
  } finally {
    elsewhere.close()
  }
})

test('the balance of a preview counts a pending row that the bank has now, and says its day', async () => {
  const cli = createCliHarness()
  try {
    const run = (...words: string[]) => cli.budget(words)
    await run(
      'accounts',
      'add',
      'Visa',
      '--type',
      'banking_checking',
      '--balance',
      '100',
      '--balance-date',
      '2026-10-01',
    )
    await run(
      'tx',
      'add',
      '-9.50',
      'Kiosk',
      '--account',
      'Visa',
      '--date',
      '2026-11-05',
      '--status',
      'pending',
    )
    writeFileSync(
      join(cli.folder, 'bank.csv'),
      'Date,Payee,Amount,Balance\n2026-11-04,KIOSK,-9.50,90.50\n2026-11-05,BAKERY,-3.00,87.50\n',
    )
    const words = ['import', 'bank.csv', '--account', 'Visa', '--possible', 'match']
    const preview = await cli.budget(words, { terminal: 200 })
    expect(preview.stderr).toContain('87.50 on 2026-11-05, matches the bank')
    await run('tx', 'add', '-1', 'Gum', '--account', 'Visa', '--date', '2026-11-02')
    const told = await cli.budget(words, { terminal: 200 })
    expect(told.stderr).toContain('Visa will have 86.50 on that day, 1.00 less')
    const done = await cli.budget([...words, '--accept'], { terminal: 200 })
    expect(done.stdout).toContain('Visa has 86.50 on that day')
  } finally {
    cli.close()
  }
})

test('what was entered just before the first day of the file is matched or held, whatever its status and notes', async () => {
  const cli = createCliHarness()
  try {
    const run = (line: string) => cli.budget(line.split(' '))
    await run('accounts add Visa --type banking_checking')
    const entered = [
      "-50.36 TraderJoe's --date 2026-11-11 --notes weekend",
      '-7.20 Kiosk --date 2026-11-13 --notes coffee',
      '-1500 Landlord --date 2026-11-11 --notes november --status cleared',
    ]
    for (const line of entered)
      await run(`tx add ${line} --account Visa${line.includes('--status') ? '' : ' --status pending'}`)
    writeFileSync(
      join(cli.folder, 'bank.csv'),
      'Date,Payee,Amount\n2026-11-12,TRADERJOES #552,-50.36\n2026-11-14,SQ 123,-7.20\n2026-11-14,Landlord,-1500.00\n',
    )
    const { stdout } = await run('import bank.csv --account Visa --accept --json')
    expect(JSON.parse(stdout)).toMatchObject({ counts: { create: 0, duplicate: 1, held: 2 } })
  } finally {
    cli.close()
  }
})

test('a purchase entered by hand is held wherever the row of the bank stands in the file', async () => {
  const shop = (day: string) => `${day},Rossmann,-21.40`
  const files = [
    [shop('2026-11-21'), '2026-11-22,Bakery,-3.00', '2026-11-24,Kiosk,-4.00'],
    ['2026-11-19,Bakery,-3.00', shop('2026-11-21'), '2026-11-24,Kiosk,-4.00'],
    ['2026-11-14,Bakery,-3.00', shop('2026-11-18')],
  ]
  for (const rows of files) {
    const cli = createCliHarness()
    try {
      await cli.budget('accounts add Visa --type banking_checking'.split(' '))
      await cli.budget('tx add -21.40 Rossmann --date 2026-11-20 --account Visa'.split(' '))
      writeFileSync(join(cli.folder, 'bank.csv'), `Date,Payee,Amount\n${rows.join('\n')}\n`)
      const { stdout, code } = await cli.budget('import bank.csv --account Visa --accept --json'.split(' '))
      expect(JSON.parse(stdout)).toMatchObject({ counts: { create: rows.length - 1, held: 1 } })
      expect(code).toBe(8)
    } finally {
      cli.close()
    }
  }
})

test('the row of the bank clears what spend and earn entered, and says so', async () => {
  const cli = createCliHarness()
  try {
    const run = (line: string, performance = {}) => cli.budget(line.split(' '), performance)
    await run('accounts add Visa --type banking_checking')
    await run('spend 21.40 Rossmann --account Visa --date 2026-11-20')
    await run('spend 3 Bakery --account Visa --date 2026-11-22')
    await run('spend 8 Dm --account Visa --date 2026-11-22')
    await run('earn 900 Wages --account Visa --date 2026-11-23')
    const rows = [
      '2026-11-21,ROSSMANN 4411 BERLIN,-21.40',
      '2026-11-22,Bakery,-3.00',
      '2026-11-22,Bio Markt,-8.00',
      '2026-11-23,Wages,900.00',
    ]
    writeFileSync(join(cli.folder, 'bank.csv'), `Date,Payee,Amount\n${rows.join('\n')}\n`)
    const preview = await run('import bank.csv --account Visa --dry-run --json')
    expect(JSON.parse(preview.stdout).clears).toMatchObject([
      { date: '2026-11-20', payee: 'Rossmann', bank_date: '2026-11-21' },
      { payee: 'Wages' },
      { payee: 'Bakery' },
    ])
    const done = await run('import bank.csv --account Visa --accept')
    expect(done.stdout).toContain('3 existing transactions were cleared')
    expect(done.code).toBe(8) // Dm is no Bio Markt
    const { stdout } = await run(
      'tx list --account Visa --format tsv --fields date,merchant_name,status,review_status',
    )
    expect(stdout.split('\n').slice(1, -1)).toEqual([
      '2026-11-23\tWages\tcleared\treviewed',
      '2026-11-22\tDm\tpending\treviewed',
      '2026-11-22\tBakery\tcleared\treviewed',
      '2026-11-21\tRossmann\tcleared\treviewed',
    ])
    await run('undo --yes')
    const undone = await run('tx list --account Visa --status pending --format tsv --fields date')
    expect(undone.stdout.split('\n').length).toBe(6)
  } finally {
    cli.close()
  }
})

test('a row that the bank had not booked is cleared by its booked row, of which the bank has two', async () => {
  const cli = createCliHarness()
  try {
    const run = (line: string) => cli.budget(line.split(' '))
    await run('accounts add Visa --type banking_checking')
    const file = (name: string, ...rows: string[]) =>
      writeFileSync(join(cli.folder, name), `Date,Payee,Amount,Status\n${rows.join('\n')}\n`)
    const coffee = (status: string) => `2026-11-22,Kiosk,-3.50,${status}`
    file('first.csv', coffee('Pending'), '2026-11-21,Bakery,-1.00,Booked')
    await run('import first.csv --account Visa --accept --pending import')
    file('second.csv', coffee('Booked'), coffee('Booked'), '2026-11-21,Bakery,-1.00,Booked')
    const { stdout } = await run('import second.csv --account Visa --accept --json')
    expect(JSON.parse(stdout)).toMatchObject({ counts: { create: 1, duplicate: 2, held: 0 } })
    expect(JSON.parse(stdout).matched).toHaveLength(1)
    const left = await run('tx list --status pending --format tsv --fields date')
    expect(left.stdout).toBe('date\n')
  } finally {
    cli.close()
  }
})
