/** Reads a journal of hledger, ledger or beancount, through the program itself. */

import type { Computer } from '../../command/context.ts'
import { UserError } from '../../contract/errors.ts'
import { groupBy } from '../../contract/group-by.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import { isAmountText, type MinorUnits, parseTotal } from '../../money/minor-units.ts'
import { decodeFileStart, decodeSourceFile } from '../../tables/records/csv-records.ts'
import { createPlaceError, type ReadSourceOptions, type SourceFile } from '../../tables/source-file.ts'
import { findAccountKind, isLiabilityRoot } from '../double-entry/account-kinds.ts'
import {
  type BookAccount,
  type BookEntry,
  type BookPosting,
  splitCategoryPath,
} from '../double-entry/book.ts'
import { buildBudget } from '../double-entry/build-budget.ts'
import { describeLeftAccounts } from '../double-entry/left-accounts.ts'
import { describeNotTaken, type SourceBudget } from '../source-budget.ts'
import { addEnvelopes, isEnvelopeAccount } from './envelopes.ts'
import { chooseCurrency, type JournalCurrency } from './journal-commodity.ts'
import type { RawPosting } from './raw-posting.ts'
import { readBeancountPostings, readJournalPostings } from './run-journal-programs.ts'

/** How a journal is read. */
export interface JournalOptions extends ReadSourceOptions {
  runProgram: Computer['runProgram']
  /** Where the journal is. */
  path: string
}

const PROGRAMS = {
  journal: { title: 'A journal of hledger or ledger', readPostings: readJournalPostings },
  beancount: { title: 'A ledger of beancount', readPostings: readBeancountPostings },
} as const

/**
 * Returns the budget of a journal; envelopes where it is an export of ours that has them.
 * @throws UserError if the program is not installed, finds errors, or the journal leaves the currency open
 */
export async function readJournal(
  kind: keyof typeof PROGRAMS,
  files: readonly SourceFile[],
  { runProgram, path, currency: given }: JournalOptions,
): Promise<SourceBudget> {
  const file = assertOneFile(files, path)
  const { title, readPostings } = PROGRAMS[kind]
  const all = await readPostings({ runProgram, path })
  // The envelopes of our own export are virtual in hledger and ledger, and accounts in beancount.
  const isOwnExport = OWN_EXPORT.test(decodeFileStart(file))
  const isEnvelope = ({ account, isVirtual }: RawPosting) =>
    isOwnExport && isVirtual && isEnvelopeAccount(account)
  const postings = all.filter(({ isVirtual }) => !isVirtual)
  const accounts = listAccounts(postings)
  const onOwnAccounts = postings.filter(({ account }) => accounts.get(account)?.kind === 'own')
  const chosen = chooseCurrency(onOwnAccounts, given)
  const entries = buildEntries(postings, { accounts, chosen, isOwnExport })
  const taken = new Set(onOwnAccounts.flatMap((one) => (chosen.isTaken(one.commodity) ? [one.account] : [])))
  // An account of shares alone would be an empty one.
  const left = onOwnAccounts.filter(({ account }) => !taken.has(account))
  for (const { account } of left) accounts.delete(account)
  const budget = {
    ...buildBudget({ accounts, entries }),
    kind,
    title,
    name: undefined,
    currency: chosen.currency,
    notTaken: describeNotTaken([
      describeLeftAccounts(left, chosen.currency),
      [
        'postings in other currencies',
        onOwnAccounts.filter((one) => taken.has(one.account) && !chosen.isTaken(one.commodity)).length,
        'left out: a workspace has one currency',
      ],
      [
        'virtual postings',
        all.filter((posting) => posting.isVirtual && !isOwnExport && !isEnvelope(posting)).length,
        'left out: they move no money',
      ],
    ]),
  }
  const envelopes = all.filter(isEnvelope).map((posting) => ({
    ...posting,
    amount: readQuantity(posting, chosen),
  }))
  return envelopes.length === 0 ? budget : addEnvelopes(budget, envelopes, decodeSourceFile(file))
}

const OWN_EXPORT = /^; budget \S/

function assertOneFile(files: readonly SourceFile[], path: string): SourceFile {
  const [file, other] = files
  // The program reads the journal from the disk, with the files that it includes.
  if (file && !other && path.endsWith(file.path)) return file
  throw new UserError(
    'invalid',
    'A journal is read from its own file, not from a folder, an archive or standard input',
    {
      hint: 'Use the main file of the journal; what it includes is read as well',
    },
  )
}

/** Returns the accounts in the order in which they first occur. */
function listAccounts(postings: readonly RawPosting[]): Map<string, BookAccount> {
  const accounts = new Map<string, BookAccount>()
  for (const { account, accountName, entry } of postings) {
    if (accounts.has(account)) continue
    const [root = '', ...parts] = account.split(':')
    const kind = findAccountKind(root)
    if (kind === undefined)
      throw createPlaceError(
        entry,
        `"${account}" is neither one of your accounts nor a category`,
        'Start the names with Assets:, Liabilities:, Expenses:, Income: or Equity:',
      )
    const { group, name } = splitCategoryPath([root, ...parts])
    accounts.set(account, {
      kind,
      name: accountName || (kind === 'category' ? name : parts.join(':') || root),
      group: kind === 'category' ? group : root,
      isLiability: isLiabilityRoot(root),
      isUncategorized: kind === 'category' && !parts[1] && UNCATEGORIZED.test(parts[0] ?? ''),
    })
  }
  markTracking(accounts, postings)
  return accounts
}

const UNCATEGORIZED = /^(?:uncategori[sz]ed|unknown)$/i
const TRACKING = /^tracking$/i

/** Our own export explains what changes a tracking account by an account of its own. */
function markTracking(accounts: Map<string, BookAccount>, postings: readonly RawPosting[]): void {
  let own: string | undefined
  for (const { account } of postings) {
    const { kind, name = '' } = accounts.get(account) ?? {}
    if (kind === 'own') own = account
    const tracked =
      kind === 'equity' && TRACKING.test(name) && own !== undefined ? accounts.get(own) : undefined
    if (own !== undefined && tracked) accounts.set(own, { ...tracked, onBudget: false })
  }
}

interface EntryContext {
  accounts: ReadonlyMap<string, BookAccount>
  chosen: JournalCurrency
  isOwnExport: boolean
}

function buildEntries(postings: readonly RawPosting[], context: EntryContext): BookEntry[] {
  const byEntry = groupBy(postings, ({ entry }) => entry)
  return [...byEntry]
    .flatMap(([key, own]) => buildEntry(key, own, context) ?? [])
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}

const NO_PAYEE = /^(?:No merchant|Transfer)$/

/** Returns an entry; undefined for one that only states balances. */
function buildEntry(
  key: string,
  postings: readonly RawPosting[],
  { accounts, chosen, isOwnExport }: EntryContext,
): BookEntry | undefined {
  const [first] = postings
  if (!first) return undefined
  const taken: BookPosting[] = []
  const others: RawPosting[] = []
  for (const posting of postings)
    if (chosen.isTaken(posting.commodity))
      taken.push({
        account: posting.account,
        amount: readQuantity(posting, chosen),
        notes: posting.postingNotes || null,
        status: posting.status,
      })
    else if (accounts.get(posting.account)?.kind !== 'own') others.push(posting)
  if (taken.every(({ amount }) => amount === 0n)) return undefined
  const [converted, another] = others
  // What was bought in another currency cost what is missing.
  if (converted && !another && postings.length === taken.length + 1)
    taken.push({
      account: converted.account,
      amount: -taken.reduce((sum, { amount }) => sum + amount, 0n),
      notes: [converted.postingNotes, `${converted.quantity} ${converted.commodity}`]
        .filter(Boolean)
        .join(' · '),
      status: converted.status,
    })
  const hasPayee = first.payee !== '' && !(isOwnExport && NO_PAYEE.test(first.payee))
  return {
    key,
    date: first.date,
    payee: hasPayee ? first.payee : null,
    notes: first.notes || null,
    postings: taken,
  }
}

function readQuantity({ quantity, date, account }: RawPosting, { currency }: JournalCurrency): MinorUnits {
  const decimals = getCurrencyDecimals(currency)
  const plain = quantity.includes('.') ? quantity.replace(/\.?0+$/, '') : quantity
  // What an envelope moves may be a sum of many amounts.
  if (isAmountText(plain) && (plain.split('.')[1] ?? '').length <= decimals)
    return parseTotal(plain, decimals)
  throw createPlaceError(
    `${date}, ${account}`,
    `"${quantity}" is not an amount in ${currency}`,
    'Round it in the journal',
  )
}
