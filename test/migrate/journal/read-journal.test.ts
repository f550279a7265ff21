/** Tests what is read of journals that people write by hand, and what is said where no program reads them. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runProgram } from '../../../src/cli/platform/run-program.ts'
import { detectSource } from '../../../src/migrate/detect-source.ts'
import { readJournal } from '../../../src/migrate/journal/read-journal.ts'
import { missingPrograms } from '../../export/programs.ts'
import { type CliHarness, createCliHarness } from '../../support/cli-harness.ts'

let harness: CliHarness
beforeEach(() => {
  harness = createCliHarness()
})
afterEach(() => harness.close())

const journal = `; My journal
2026-01-01 opening balances
    assets:bank:checking        $1000
    assets:cash                  $100
    liabilities:Visa             $-50
    equity:opening/closing     $-1050

2026-01-05 * Market | fruit  ; fresh
    expenses:Food:Out           $30.50  ; pears
    expenses:Food               $10
    assets:bank:checking

2026-01-10 ! Pay card
    liabilities:Visa             $50
    assets:bank:checking

2026-01-15 Job
    assets:bank:checking        $500
    assets:cash                  $20
    assets:bank:savings         $100
    expenses:Tax                 $80
    income:salary

2026-01-20 Broker
    assets:broker               2 VTI @ $50
    assets:bank:checking

2026-01-21 Hotel
    expenses:Travel             10 EUR @@ $12
    liabilities:Visa            $-12
    (budget:Travel)             $12
`

const beancount = `option "operating_currency" "USD"
2026-01-01 open Assets:Checking
2026-01-01 open Expenses:Food
  name: "Food & Drinks"
2026-01-05 ! "Market" "fruit"
  Assets:Checking  -12.50 USD
  Expenses:Food
`

const read = async (text: string, name = 'home.journal', kind: 'journal' | 'beancount' = 'journal') => {
  const path = join(harness.folder, name)
  writeFileSync(path, text)
  const files = [{ path: name, bytes: Buffer.from(text) }]
  expect(detectSource(files)).toBe(kind)
  return readJournal(kind, files, {
    ...{
      currency: 'USD',
      dateOrder: undefined,
      decimal: undefined,
      spending: undefined,
      today: '2026-11-20',
    },
    runProgram,
    path,
  })
}

const reason = missingPrograms.length === 0 ? '' : ` (skipped: ${missingPrograms.join(', ')} not installed)`

describe.skipIf(missingPrograms.length > 0)(`Journals${reason}`, () => {
  test('entries become transactions with splits, transfers, starting balances and income', async () => {
    const { transactions, accounts, categories, figures, notTaken } = await read(journal)
    expect(
      transactions.map(
        ({ key, account, amount, payee, notes, status, category, lines, transfer, ...rest }) => [
          ...[key, account.replace(/^.*:/, ''), amount, payee, notes, status],
          lines?.map((line) => [line.amount, line.category, line.notes, line.transfer?.otherSide]) ??
            transfer?.otherSide ??
            category,
          ...(rest.isStartingBalance ? ['start'] : []),
        ],
      ),
    ).toEqual([
      ['1', 'checking', 100000n, 'opening balances', null, 'cleared', 'ready_to_assign', 'start'],
      ['1#1', 'cash', 10000n, 'opening balances', null, 'cleared', 'ready_to_assign', 'start'],
      ['1#2', 'Visa', -5000n, 'opening balances', null, 'cleared', 'ready_to_assign', 'start'],
      [
        ...['2', 'checking', -4050n, 'Market', 'fruit · fresh', 'cleared'],
        [
          [-3050n, { category: 'expenses:Food:Out' }, 'pears', undefined],
          [-1000n, { category: 'expenses:Food' }, null, undefined],
        ],
      ],
      ['3', 'Visa', 5000n, null, 'Pay card', 'pending', '3#1'],
      ['3#1', 'checking', -5000n, null, 'Pay card', 'pending', '3'],
      [
        ...['4', 'checking', 50000n, 'Job', null, 'cleared'],
        [
          [-8000n, { category: 'expenses:Tax' }, null, undefined],
          [70000n, 'ready_to_assign', null, undefined],
          [-2000n, null, null, '4#1'],
          [-10000n, null, null, '4#2'],
        ],
      ],
      ['4#1', 'cash', 2000n, null, 'Job', 'cleared', '4/3'],
      ['4#2', 'savings', 10000n, null, 'Job', 'cleared', '4/4'],
      ['5', 'checking', -10000n, 'Broker', null, 'cleared', null],
      ['6', 'Visa', -1200n, 'Hotel', '10 EUR', 'cleared', { category: 'expenses:Travel' }],
    ])
    expect(accounts.map(({ name, suggestedType }) => [name, suggestedType])).toEqual([
      ['bank:checking', 'banking_checking'],
      ['cash', 'banking_cash'],
      ['Visa', 'credit_credit_card'],
      ['bank:savings', 'banking_savings'],
    ])
    expect(categories.map(({ group, name }) => [group, name])).toEqual([
      ['Food', 'Out'],
      ['expenses', 'Food'],
      ['expenses', 'Tax'],
      ['expenses', 'Travel'],
    ])
    expect(figures.balances.map(({ balance }) => balance)).toEqual([130950n, 12000n, -1200n, 10000n])
    expect(notTaken.map(({ what, count, items }) => [what, count, items])).toEqual([
      ['accounts without USD', 1, ['assets:broker (2 VTI)']],
      ['virtual postings', 1, undefined],
    ])
  })

  test('a ledger of beancount has the names of its accounts', async () => {
    const { transactions, categories } = await read(beancount, 'home.beancount', 'beancount')
    expect(transactions).toMatchObject([
      {
        amount: -1250n,
        payee: 'Market',
        notes: 'fruit',
        status: 'pending',
        category: { category: 'Expenses:Food' },
      },
    ])
    expect(categories).toMatchObject([{ name: 'Food & Drinks', group: 'Expenses' }])
  })

  test('what a program says about a wrong journal is shown', async () => {
    await expect(read('2026-01-05 Market\n    expenses:Food  $10\n    assets:cash  $-9\n')).rejects.toThrow(
      /^hledger does not read the journal: .*(?:could not balance|unbalanced)/i,
    )
    await expect(
      read(`${beancount}2026-01-06 balance Assets:Checking 5 USD\n`, 'a.beancount', 'beancount'),
    ).rejects.toThrow(/^bean-query does not read the journal: .*Balance failed/)
  })

  test('accounts that are neither own ones nor categories are refused by name', async () => {
    await expect(read('2026-01-05 Market\n    Essen  $10\n    Bargeld  $-10\n')).rejects.toThrow(
      '"Essen" is neither one of your accounts nor a category',
    )
  })
})

test.each([
  ['home.journal', journal, 'The journal is read by hledger or ledger, which is not installed here'],
  ['home.beancount', beancount, 'The journal is read by beancount, which is not installed here'],
] as const)('Without a program that reads %s, it is said what to install', async (name, text, message) => {
  writeFileSync(join(harness.folder, name), text)
  const { stderr, code } = await harness.budget(['migrate', name, '--currency', 'USD'], {
    hasNoPrograms: true,
  })
  expect({ code, line: stderr.split('\n')[0] }).toEqual({ code: 3, line: message })
})

test('a program that runs too long or is missing does not end the process', async () => {
  expect(await runProgram('no-such-program', [])).toBeUndefined()
  expect(
    await runProgram(process.execPath, ['-e', 'console.log(process.argv[1]); process.exit(3)', '$(id)']),
  ).toEqual({
    code: 3,
    stdout: '$(id)\n',
    stderr: '',
  })
})
