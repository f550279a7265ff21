/** Reads QIF of several accounts: accounts, categories, splits, and transfers that both accounts have. */

import { UserError } from '../../contract/errors.ts'
import { decodeFileStart, decodeSourceFile } from '../../tables/records/csv-records.ts'
import { getFileName, type ReadSourceOptions, type SourceFile } from '../../tables/source-file.ts'
import { isQif } from '../../tables/text/detect-format.ts'
import { describeIncome } from '../csv/csv-categories.ts'
import type { BookAccount } from '../double-entry/book.ts'
import { buildBudget } from '../double-entry/build-budget.ts'
import { describeNotTaken, type NotTaken, type SourceBudget } from '../source-budget.ts'
import { connectEntries, OPENING } from './connect-entries.ts'
import { decideCategories } from './qif-categories.ts'
import { type QifAccount, type QifFile, readQifFiles, toAccountKey } from './qif-file.ts'
import { type QifTransactions, readQifTransactions } from './qif-transactions.ts'

/**
 * Returns the budget of the files.
 * @throws UserError for a wrong value, or where the currency, the order of dates or the decimal mark is open
 */
export function readQif(files: readonly SourceFile[], options: ReadSourceOptions): SourceBudget {
  const file = readQifFiles(openFiles(files))
  if (file.accounts.size === 0)
    throw new UserError('invalid', 'The file has no account', {
      hint: 'Export all accounts with their transactions as QIF, and use that file',
    })
  const read = readQifTransactions(file, options)
  const { choices, accounts: categories } = decideCategories(file, read.transactions, options)
  const { entries, unpaired } = connectEntries(read.transactions, file)
  const accounts = new Map<string, BookAccount>([
    ...[...file.accounts.values()].map((one): [string, BookAccount] => [
      toAccountKey(one.name),
      toBookAccount(one),
    ]),
    ...categories,
    [OPENING, { name: 'Opening balances', kind: 'equity', group: '', isLiability: false }],
  ])
  return {
    ...buildBudget({ accounts, entries }),
    kind: 'qif',
    title: 'A QIF file',
    name: undefined,
    currency: read.currency,
    notTaken: [...describeIncome(choices), ...listNotTaken(file, read, unpaired)],
    incomeChoices: choices,
  }
}

/** Returns the texts of the files. Rows of a file that was saved twice would be booked twice. */
function openFiles(files: readonly SourceFile[]): { name: string; text: string }[] {
  const texts = new Map<string, string>()
  const opened = files.filter((file) => isQif(decodeFileStart(file)))
  for (const file of opened) {
    const [name, text] = [getFileName(file), decodeSourceFile(file)]
    const same = texts.get(text)
    if (same !== undefined)
      throw new UserError('invalid', `${same} and ${name} are the same`, { hint: 'Use only one of them' })
    texts.set(text, name)
  }
  if (texts.size > 0) return [...texts].map(([text, name]) => ({ name, text }))
  throw new UserError('invalid', 'No file is QIF', {
    hint: 'Export all accounts and categories as QIF, and use that file',
  })
}

const INVESTMENT: Partial<BookAccount> = { onBudget: false }

/** What each type of account says. A bank's own types are known by the names. */
const accountTypes: Readonly<Record<string, Partial<BookAccount>>> = {
  cash: { type: 'banking_cash' },
  ccard: { type: 'credit_credit_card', isLiability: true },
  'oth a': { isAsset: true },
  'oth l': { isLiability: true },
  bank: {},
}

const toBookAccount = ({ name, type, notes }: QifAccount): BookAccount => ({
  isLiability: false,
  ...(accountTypes[type] ?? INVESTMENT),
  name,
  kind: 'own',
  group: '',
  notes,
})

function listNotTaken(
  { memorized, otherRecords }: QifFile,
  { shareRows, unknownRows }: QifTransactions,
  unpaired: readonly string[],
): NotTaken[] {
  const shares = [...shareRows].map(([account, rows]) => `${account}: ${rows}`)
  return describeNotTaken([
    [
      'transfers without the other side',
      unpaired.length,
      'kept as ordinary transactions: the other account is not in the file, or has no such row',
      unpaired,
    ],
    [
      'rows of shares',
      [...shareRows.values()].reduce((sum, rows) => sum + rows, 0),
      'left out: they moved shares and no money; buying and selling is taken with its money',
      shares,
    ],
    ['rows of unknown kinds', unknownRows.length, 'left out: what they move is not known', unknownRows],
    ['memorized transactions', memorized, 'not supported here'],
    ['securities, prices and other lists', otherRecords, 'not supported here'],
  ])
}
