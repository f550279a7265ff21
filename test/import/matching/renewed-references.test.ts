/** Imports of a bank that numbers its rows anew with each download: what is held stays held until somebody decides. */

import { describe, expect, test } from 'vitest'
import type { Account } from '../../../src/contract/operations/accounts.ts'
import {
  createAccount,
  createImportOptions,
  importFile,
  listTransactions,
  noRows,
} from '../../support/import-account.ts'

/** Returns the row of each day from the first to the last; `download` makes the references different. */
type WriteFile = (download: string, days: { first?: number; last: number }) => string

const listDays = ({ first = 1, last }: { first?: number; last: number }): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at)
const twoDigits = (day: number): string => String(day).padStart(2, '0')

const formats: Record<string, WriteFile> = {
  CSV: (download, days) =>
    `Date,Payee,Amount,Transaction ID\n${listDays(days)
      .map(
        (day) =>
          `2026-11-${twoDigits(day)},Shop No ${day},-${day}.00,REF-2026-${download}7731${twoDigits(day)}\n`,
      )
      .join('')}`,
  OFX: (download, days) =>
    `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>1</BANKACCTFROM><BANKTRANLIST>${listDays(
      days,
    )
      .map(
        (day) =>
          `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>202611${twoDigits(day)}<TRNAMT>-${day}.00<FITID>2026${download}7731${twoDigits(day)}<NAME>Shop No ${day}</STMTTRN>\n`,
      )
      .join('')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n`,
  MT940: (download, days) =>
    `:20:START\n:25:10020030/1234567\n:28C:1/1\n:60F:C261031USD1000,00\n${listDays(days)
      .map(
        (day) =>
          `:61:2611${twoDigits(day)}11${twoDigits(day)}D${day},00NMSCNONREF//${download}7731${twoDigits(day)}\n:86:005?00CARD?20PURCHASE?32Shop No ${day}\n`,
      )
      .join('')}:62F:C261120USD${1000 - listDays(days).reduce((sum, day) => sum + day, 0)},00\n-\n`,
  CAMT: (download, days) =>
    `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>S1</Id><Acct><Ccy>USD</Ccy></Acct>${listDays(
      days,
    )
      .map(
        (day) =>
          `<Ntry><Amt Ccy="USD">${day}.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-${twoDigits(day)}</Dt></BookgDt><AcctSvcrRef>${download}7731${twoDigits(day)}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Cdtr><Nm>Shop No ${day}</Nm></Cdtr></RltdPties></TxDtls></NtryDtls></Ntry>`,
      )
      .join('')}</Stmt></BkToCstmrStmt></Document>`,
}

describe.each(Object.entries(formats))('a %s file whose references are new in each download', (_, write) => {
  const countRows = async (
    account: Account,
    file: string,
    possible?: 'skip' | 'import' | 'match',
  ): Promise<Partial<typeof noRows>> => {
    const choices = possible ? { choices: { possible } } : {}
    const { counts } = await importFile(createImportOptions(file, account, choices))
    return Object.fromEntries(Object.entries(counts).filter(([, rows]) => rows > 0))
  }

  test('keeps its rows held, however often it is imported', async () => {
    const account = await createAccount()
    expect(await countRows(account, write('A', { last: 8 }))).toEqual({ create: 8 })
    const second = write('B', { last: 12 })
    expect(await countRows(account, second)).toEqual({ create: 4, held: 8 })
    expect(await countRows(account, second)).toEqual({ duplicate: 4, held: 8 })
    expect(await countRows(account, second)).toEqual({ duplicate: 4, held: 8 })
    expect(await listTransactions(account)).toHaveLength(12)
  })

  test.each(['skip', 'match'] as const)(
    'books none of the held rows with --possible %s',
    async (possible) => {
      const account = await createAccount()
      await countRows(account, write('A', { last: 8 }))
      const second = write('B', { last: 12 })
      expect(await countRows(account, second)).toEqual({ create: 4, held: 8 })
      expect(await countRows(account, second, possible)).toEqual({ duplicate: 12 })
      expect(await countRows(account, second)).toEqual({ duplicate: 12 })
      expect(await listTransactions(account)).toHaveLength(12)
    },
  )

  test('books the held rows once when somebody says so', async () => {
    const account = await createAccount()
    await countRows(account, write('A', { last: 8 }))
    const second = write('B', { last: 12 })
    await countRows(account, second)
    expect(await countRows(account, second, 'import')).toEqual({ create: 8, duplicate: 4 })
    expect(await countRows(account, second)).toEqual({ duplicate: 12 })
    expect(await listTransactions(account)).toHaveLength(20)
  })

  test('holds the rows of both earlier files in a third one, before and after a decision', async () => {
    const account = await createAccount()
    await countRows(account, write('A', { last: 8 }))
    const second = write('B', { last: 12 })
    await countRows(account, second)
    const third = write('C', { first: 5, last: 15 })
    expect(await countRows(account, third)).toEqual({ create: 3, held: 8 })
    expect(await countRows(account, third)).toEqual({ duplicate: 3, held: 8 })
    expect(await countRows(account, second)).toEqual({ duplicate: 4, held: 8 })
    expect(await countRows(account, third, 'skip')).toEqual({ duplicate: 11 })
    expect(await countRows(account, second, 'skip')).toEqual({ duplicate: 12 })
    expect(await countRows(account, third)).toEqual({ duplicate: 11 })
    expect(await listTransactions(account)).toHaveLength(15)
  })

  test('holds again what a longer download under the same references overlaps', async () => {
    const account = await createAccount()
    await countRows(account, write('A', { last: 8 }))
    await countRows(account, write('B', { last: 12 }))
    expect(await countRows(account, write('B', { last: 14 }))).toEqual({ create: 2, duplicate: 4, held: 8 })
    expect(await listTransactions(account)).toHaveLength(14)
  })
})
