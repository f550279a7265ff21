/** Reads the lists of a QIF file: accounts, categories, and the rows of each account as they are written. */

import { type QifRecord, readQifRecords } from '../../tables/records/qif-records.ts'
import type { CellPlace } from '../../tables/source-file.ts'

/** An account that a file lists, or whose rows it has. */
export interface QifAccount {
  name: string
  /** `Bank`, `Cash`, `CCard`, `Oth A`, `Oth L`, `Invst` and others, in lower case. */
  type: string
  notes: string | null
}

/** A row, and the account that has it. */
export interface QifRow extends CellPlace {
  account: string
  isInvestment: boolean
  record: QifRecord
}

/** What a file has. Everything is as it is written. */
export interface QifFile {
  accounts: Map<string, QifAccount>
  /** Whether each listed category is income. */
  categories: Map<string, boolean>
  rows: QifRow[]
  /** How many records of other lists there are, such as securities and prices. */
  otherRecords: number
  memorized: number
}

const TYPE_HEADING = /^!type: *(.*?) *$/i
const ACCOUNT_HEADING = /^!account/i
const BANK_TYPES = /^(?:bank|cash|ccard|oth ?[al])$/i
const INVESTMENT_TYPES = /^(?:invst|port|401\(k\).*|mutual)$/i

/** Returns what the files have, all of them together: some programs write a file for each account. */
export function readQifFiles(files: readonly { name: string; text: string }[]): QifFile {
  const qif: QifFile = { accounts: new Map(), categories: new Map(), rows: [], otherRecords: 0, memorized: 0 }
  for (const file of files) readFile(file, qif)
  return qif
}

function readFile({ name: file, text: written }: { name: string; text: string }, qif: QifFile): void {
  const text = written.replace(/\r\n?/g, '\n')
  let heading = '!Type:Bank'
  let account: string | undefined
  for (const record of readQifRecords(text, { at: 0, line: 1, end: text.length })) {
    const title = record.byLetter.get('!')
    const isList = ACCOUNT_HEADING.test(heading)
    if (title !== undefined) heading = title
    else if (isList) account = addAccount(record, qif.accounts) ?? account
    else {
      const type = TYPE_HEADING.exec(heading)?.[1] ?? ''
      const isInvestment = INVESTMENT_TYPES.test(type)
      if (!isInvestment && !BANK_TYPES.test(type)) {
        addOther(record, type, qif)
        continue
      }
      // The first row of a file without names is the opening balance, which names the account as its category.
      account ??= TRANSFER.exec(record.byLetter.get('L') ?? '')?.[1] ?? file.replace(/\.[^.]*$/, '')
      if (!qif.accounts.has(account))
        qif.accounts.set(account, { name: account, type: type.toLowerCase(), notes: null })
      qif.rows.push({ account, isInvestment, record, origin: `${file}, line ${record.line}` })
    }
  }
}

/** Returns the name of an account as QIF writes it where a category may stand. */
export const toAccountKey = (name: string): string => `[${name}]`

/** The name of an account where a category may stand, with a class behind it. */
export const TRANSFER = /^\[(.+?)\](?:\/.*)?$/

function addAccount({ byLetter }: QifRecord, accounts: QifFile['accounts']): string | undefined {
  const name = byLetter.get('N')
  if (!name) return undefined
  const known = accounts.get(name)
  const type = byLetter.get('T')?.toLowerCase() ?? known?.type ?? 'bank'
  accounts.set(name, { name, type, notes: byLetter.get('D') || (known?.notes ?? null) })
  return name
}

function addOther({ byLetter }: QifRecord, type: string, qif: QifFile): void {
  const name = byLetter.get('N')
  if (/^cat$/i.test(type) && name) qif.categories.set(name, byLetter.has('I'))
  else if (/^memorized$/i.test(type)) qif.memorized += 1
  else if (!/^(?:cat|class|tag)$/i.test(type)) qif.otherRecords += 1
}
