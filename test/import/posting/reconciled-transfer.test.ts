/** An import that clears a side of a transfer leaves an account alone that agrees with its bank. */

import { describe, expect, test } from 'vitest'
import { createAccount, createImportOptions, getApi, importFile } from '../../support/import-account.ts'

describe('an import with --possible match', () => {
  const file = 'Date,Payee,Amount\n2026-11-09,Transfer to savings,-150.00\n'

  /** Creates a transfer of 150.00 on 2026-11-06 and returns it, with the status of each side. */
  const createTransfer = async (ours: 'pending' | 'cleared', theirs: 'cleared' | 'reconciled') => {
    const account = await createAccount('1000.00')
    const { account: savings } = await getApi().createAccount({
      body: { name: 'Savings', type: 'banking_savings' },
    })
    const created = await getApi().createTransactions({
      body: {
        transaction: {
          type: 'transfer',
          from_account_id: account.id,
          to_account_id: savings.id,
          amount: '150.00',
          date: '2026-11-06',
        },
      },
    })
    const find = (account_id: string) =>
      created.transactions?.find((side) => side.account_id === account_id)?.id ?? ''
    const [own, other] = [find(account.id), find(savings.id)]
    await getApi().updateTransaction({ transaction_id: own, body: { status: ours } })
    await getApi().updateTransaction({ transaction_id: other, body: { status: theirs } })
    const readSides = async () =>
      Promise.all(
        [own, other].map(async (transaction_id) => {
          const { transaction } = await getApi().getTransaction({ transaction_id })
          return [transaction.date, transaction.status]
        }),
      )
    return { account, own, readSides }
  }
  const match = { choices: { possible: 'match' as const } }

  test('clears a transfer and keeps its date when the other side is reconciled, and says so', async () => {
    const { account, own, readSides } = await createTransfer('pending', 'reconciled')
    const result = await importFile(createImportOptions(file, account, match))
    expect(await readSides()).toEqual([
      ['2026-11-06', 'cleared'],
      ['2026-11-06', 'reconciled'],
    ])
    expect([result.matched, result.kept_date, result.counts.duplicate]).toEqual([[own], [own], 1])
    const again = await importFile(createImportOptions(file, account, match))
    expect([again.matched, again.counts.duplicate]).toEqual([[], 1])
  })

  test('changes nothing in a cleared transfer when the other side is reconciled', async () => {
    const { account, own, readSides } = await createTransfer('cleared', 'reconciled')
    const result = await importFile(createImportOptions(file, account, match))
    expect(await readSides()).toEqual([
      ['2026-11-06', 'cleared'],
      ['2026-11-06', 'reconciled'],
    ])
    expect([result.matched, result.kept_date]).toEqual([[], [own]])
  })

  test('moves a transfer of which no side is reconciled to the date of the bank', async () => {
    const { account, own, readSides } = await createTransfer('pending', 'cleared')
    const result = await importFile(createImportOptions(file, account, match))
    expect((await readSides()).map(([date]) => date)).toEqual(['2026-11-09', '2026-11-09'])
    expect([result.matched, result.kept_date]).toEqual([[own], undefined])
  })
})
