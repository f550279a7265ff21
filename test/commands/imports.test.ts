/** Tests `budget import` and the files it writes for rejected rows. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toImportStatus } from '../../src/import/views/report-view.ts'
import { createCliHarness } from '../support/cli-harness.ts'

test('what was booked is told even where the file for the other rows cannot be written', async () => {
  const stage = createCliHarness()
  try {
    const rows = '2026-01-05,COFFEE BAR,-3.50\n2026-02-31,NO SUCH DAY,-1.00\n2026-01-07,BOOKSHOP,-20.00\n'
    writeFileSync(join(stage.folder, 'bank.csv'), `Date,Payee,Amount\n${rows}`)
    mkdirSync(join(stage.folder, 'bank.csv.rejected.csv'))
    await stage.budget(['accounts', 'add', 'Checking', '--type', 'banking_checking'])
    const words = ['import', 'bank.csv', '--account', 'Checking', '--accept', '--on-error', 'skip']
    expect(await stage.budget(words)).toEqual({
      stdout:
        'bank.csv: 2 rows imported: -23.50 net\n' +
        '  Unreadable               1             -1.00\n' +
        'Categories: 2 uncategorized\n' +
        'Rows that were not imported could not be saved ("bank.csv.rejected.csv" is a directory, not a file); --dry-run shows them\n' +
        'Next: budget review --account Checking\n',
      stderr: '',
      code: 8,
    })
  } finally {
    stage.close()
  }
})

test('an import that a person ended has the exit code of an interruption', () => {
  const bins = { create: 1, duplicate: 0, held: 0, pending: 0, excluded: 0, other_currency: 0, rejected: 0 }
  const sums = {
    create: '1.00',
    duplicate: '0',
    held: '0',
    pending: '0',
    excluded: '0',
    other_currency: '0',
    rejected: '0',
  }
  const report = {
    import_id: 'a1',
    file: 'bank.csv',
    account_id: 'acc_1',
    created: { toJSON: () => ['txn_1'] },
    matched: [],
  }
  const done = { ...report, counts: bins, sums, rejected: [], requests: 1 }
  expect(toImportStatus([done])).toBe('done')
  expect(toImportStatus([done, { ...done, stopped: 'rate_limit' }])).toBe('incomplete')
  expect(toImportStatus([done, { ...done, stopped: 'interrupted' }])).toBe('interrupted')
})

test('imports are called by the name of their file: the one that suits, of several', async () => {
  const stage = createCliHarness()
  try {
    const book = async (rows: string, ...words: string[]) => {
      writeFileSync(join(stage.folder, 'export.csv'), `Date,Payee,Amount\n${rows}`)
      return stage.budget(['import', 'export.csv', '--account', 'Checking', '--accept', ...words])
    }
    await stage.budget(['accounts', 'add', 'Checking', '--type', 'banking_checking'])
    expect(await stage.budget(['imports', 'resume'])).toEqual({
      stdout: '',
      stderr: 'No unfinished import\n  budget imports list shows all imports\n',
      code: 6,
    })
    await book('2026-01-05,COFFEE BAR,-3.50\n')
    await book('2026-02-05,BOOKSHOP,-20.00\n')
    const several = await stage.budget(['imports', 'undo', 'export.csv', '--yes'])
    expect(several.code).toBe(6)
    expect(several.stderr).toMatch(
      /^"export.csv" matches 2 imports\n {2}Imports: \w{12} \(.*export.csv, 20\d\d-\d\d-\d\d\), \w{12} /,
    )
    const listStates = async () =>
      (await stage.budget(['imports', 'list', '--fields', 'state', '--format', 'tsv'])).stdout
    expect(await stage.budget(['imports', 'undo', 'last', '--yes'])).toMatchObject({ code: 0 })
    expect(await listStates()).toBe('state\nundone\ndone\n')
    expect(await stage.budget(['imports', 'undo', 'export.csv', '--yes'])).toMatchObject({ code: 0 })
    expect(await listStates()).toBe('state\nundone\nundone\n')
    expect((await stage.budget(['imports', 'undo', 'last', '--yes'])).stderr).toMatch(
      /^No import named "last"/,
    )
  } finally {
    stage.close()
  }
})

test('an import whose account was deleted names that account and what to do', async () => {
  const stage = createCliHarness()
  try {
    const path = join(stage.folder, 'bank.csv')
    writeFileSync(path, 'Date,Payee,Amount\n2026-01-05,COFFEE BAR,-3.50\n')
    await stage.budget(['accounts', 'add', 'Checking', '--type', 'banking_checking'])
    await stage.budget(['import', path, '--account', 'Checking', '--accept'])
    await stage.budget(['imports', 'undo', 'bank.csv', '--yes'])
    await stage.budget(['accounts', 'delete', 'Checking', '--yes'])
    expect(await stage.budget(['imports', 'resume', 'bank.csv'])).toEqual({
      stdout: '',
      stderr:
        'The account Checking of this import has been deleted\n' +
        `  budget history show 4 shows the change; to import into another account: budget import ${path} --account ACCOUNT\n`,
      code: 6,
    })
  } finally {
    stage.close()
  }
})

test('what was taken back with one import comes in again with another file that holds it', async () => {
  const stage = createCliHarness()
  try {
    const book = async (file: string, ...rows: string[]) => {
      writeFileSync(join(stage.folder, file), `Date,Payee,Amount\n${rows.join('\n')}\n`)
      return (await stage.budget(['import', file, '--account', 'Checking', '--accept'])).stdout
    }
    const january = ['2026-01-05,COFFEE BAR,-3.50', '2026-01-06,BOOKSHOP,-20.00']
    const february = '2026-02-05,TRAM,-2.75'
    await stage.budget(['accounts', 'add', 'Checking', '--type', 'banking_checking'])
    await book('january.csv', ...january)
    await book('both.csv', ...january, february)
    await stage.budget(['imports', 'undo', 'january.csv', '--yes'])
    expect(await book('both.csv', ...january, february)).toBe(
      'both.csv: 2 rows imported: -23.50 net\n' +
        '  Already imported         1             -2.75\n' +
        'Categories: 2 uncategorized\n' +
        'Next: budget review --account Checking\n',
    )
  } finally {
    stage.close()
  }
})

test('of two files that add up each row that is there counts once', async () => {
  const stage = createCliHarness()
  try {
    const put = (file: string, ...shops: string[]) => {
      const rows = shops.map((shop) => `2026-03-01,${shop},-3.00\n`)
      writeFileSync(join(stage.folder, file), `Date,Payee,Amount\n${rows.join('')}`)
    }
    put('x.csv', 'CAFE')
    put('a.csv', 'CAFE', 'BOOKSHOP')
    put('b.csv', 'CAFE', 'TRAM')
    const book = ['--account', 'Checking', '--accept', '--concat', '--json']
    await stage.budget(['accounts', 'add', 'Checking', '--type', 'banking_checking'])
    await stage.budget(['import', 'x.csv', ...book])
    const { stdout } = await stage.budget(['import', 'a.csv', 'b.csv', ...book])
    const counts = JSON.parse(stdout).map((one: { counts: Record<string, number> }) => one.counts)
    expect(counts).toMatchObject([
      { create: 1, duplicate: 1 },
      { create: 2, duplicate: 0 },
    ])
  } finally {
    stage.close()
  }
})

test('rows that were set aside and corrected stay when the file is imported again', async () => {
  const stage = createCliHarness()
  try {
    const put = (...rows: string[]) =>
      writeFileSync(join(stage.folder, 'bank.csv'), `Date,Payee,Amount\n${rows.join('\n')}\n`)
    const words = ['import', 'bank.csv', '--account', 'Checking', '--accept', '--on-error', 'skip']
    await stage.budget(['accounts', 'add', 'Checking', '--type', 'banking_checking'])
    put('2026-01-05,COFFEE BAR,-3.50', '2026-02-31,NO SUCH DAY,-1.00')
    await stage.budget(words)
    const file = join(stage.folder, 'bank.csv.rejected.csv')
    // The same rejected rows need no second file.
    put('2026-01-05,COFFEE BAR,-3.50', '2026-02-31,NO SUCH DAY,-1.00', '2026-01-07,TRAM,-2.00')
    expect((await stage.budget(words)).stdout).not.toContain('left as it is')
    const corrected = readFileSync(file, 'utf8').replace('2026-02-31', '2026-02-28')
    writeFileSync(file, corrected)
    put('2026-01-05,COFFEE BAR,-3.50', '2026-02-31,NO SUCH DAY,-1.00', '2026-01-08,BOOKSHOP,-9.00')
    const { stdout, code } = await stage.budget(words)
    expect({ stdout, code }).toEqual({
      stdout:
        'bank.csv: 1 row imported: -9.00 net\n' +
        '  Already imported         1             -3.50\n' +
        '  Unreadable               1             -1.00\n' +
        'Categories: 1 uncategorized\n' +
        'Unreadable rows are in bank.csv.rejected-2.csv: correct them and import that file\n' +
        'bank.csv.rejected.csv has different contents and was not overwritten\n' +
        'Next: budget review --account Checking\n',
      code: 8,
    })
    expect(readFileSync(file, 'utf8')).toBe(corrected)
    expect(readFileSync(join(stage.folder, 'bank.csv.rejected-2.csv'), 'utf8')).toContain('2026-02-31')
  } finally {
    stage.close()
  }
})

test.each([
  ['a header', 'Date,Payee,Amount\n', '2026-01-31'],
  ['no header', '', '2026-01-31'],
])(
  'rejected rows of a file with %s are corrected and imported, without the reasons',
  async (_, header, day) => {
    const stage = createCliHarness()
    try {
      const rows = ['2026-01-05,COFFEE BAR,-3.50', '2026-02-31,BOOKSHOP,-20.00', '2026-01-07,WAGES,900.00']
      writeFileSync(join(stage.folder, 'bank.csv'), `${header}${rows.join('\n')}\n`)
      await stage.budget(['accounts', 'add', 'Checking', '--type', 'banking_checking'])
      const words = ['--account', 'Checking', '--accept']
      await stage.budget(['import', 'bank.csv', ...words, '--on-error', 'skip'])
      const file = join(stage.folder, 'bank.csv.rejected.csv')
      const rejected = readFileSync(file, 'utf8')
      expect(rejected).toContain('2026-02-31,BOOKSHOP,-20.00,"Line ')
      writeFileSync(file, rejected.replace('2026-02-31,', `${day},`))
      await stage.budget(['import', 'bank.csv.rejected.csv', ...words])
      const columns = ['--fields', 'date,merchant_name,notes', '--format', 'tsv']
      expect((await stage.budget(['tx', 'list', ...columns])).stdout).toContain(`${day}\tBookshop\t\n`)
    } finally {
      stage.close()
    }
  },
)
