/** Builds registers from real bank files, and injects doubles and true repeats into them. */

import type { Transaction } from '../../../src/contract/operations/transactions.ts'
import { addDays } from '../../../src/money/calendar.ts'
import {
  buildRowTexts,
  createMerchantLookup,
} from '../../../src/transactions/merchant-names/merchant-and-notes.ts'
import type { FileSpan, RowSources } from '../../../src/transactions/rows-around.ts'
import type { BankPayee } from '../merchants/bank-payees.ts'

/** A register of one account, where its rows come from, and the pairs that are one transaction. */
export interface Register {
  rows: Transaction[]
  sources: RowSources
  /** The ids of both rows of each injected double, joined in order of their ids. */
  doubles: Map<string, string>
}

/** The ways in which a transaction gets booked twice. */
const ways = ['hand', 'hand', 'hand-later', 'tip', 'other-export', 'pending', 'twice-by-hand'] as const

/** Returns numbers from 0 to 1 that are the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed + 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

interface RowDraft {
  date: string
  amount: string
  merchant: string | null
  notes?: string | null
  files: string[]
  status?: Transaction['status']
  created_at?: string
  category?: string
  /** The text of the row in its file. */
  text?: string
}

/** Collects the rows of one account. */
export function createRegister(account_id: string) {
  const rows: Transaction[] = []
  const files = new Map<string, string[]>()
  const spans = new Map<string, FileSpan>()
  const doubles = new Map<string, string>()
  const bankTexts = new Map<string, string[]>()
  const add = (draft: RowDraft): Transaction => {
    const id = `txn_${account_id}_${String(rows.length).padStart(6, '0')}`
    const { date, amount, merchant, status = 'cleared', notes = null, category, text } = draft
    if (text !== undefined) bankTexts.set(id, [`${date} ${amount} ${text}`])
    const row: Transaction = {
      id,
      date,
      amount,
      account_id,
      account_name: account_id,
      merchant_id: merchant === null ? null : `mer_${merchant.toLowerCase()}`,
      merchant_name: merchant,
      category_id: category ?? null,
      category_name: category ?? null,
      ready_to_assign: false,
      notes,
      status,
      review_status: 'needs_review',
      type: 'regular',
      transfer_account_id: null,
      splits: null,
      deleted: false,
      created_at: draft.created_at ?? `${date}T09:00:00.000Z`,
      updated_at: `${date}T09:00:00.000Z`,
    }
    rows.push(row)
    files.set(id, draft.files)
    return row
  }
  const sources: RowSources = {
    listFiles: (id) => files.get(id) ?? [],
    listBankTexts: (id) => bankTexts.get(id) ?? [],
    spans,
  }
  return { rows, files, spans, doubles, add, sources }
}

const merchants = createMerchantLookup()

/** Returns merchant and notes as an import writes them. */
export function toImportedTexts(text: string): { merchant: string; notes: string } {
  const texts = buildRowTexts({ raw_payee: text, raw_notes: '', details: '' }, [text], merchants)
  return { merchant: texts.payee.slice(0, 200), notes: texts.notes }
}

const scale = (amount: string, percent: number): string => {
  const cents = Math.round((Number(amount.replace('.', '')) * 100) / percent)
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Builds a register: a bank file, true repeats, and a double for about every fifth row. */
export function buildRegister(name: string, payees: readonly BankPayee[], seed: number): Register {
  const random = createRandom(seed)
  const register = createRegister(name)
  const dates = payees.map(({ date }) => date).toSorted()
  const [first = '2026-01-01'] = dates
  const last = dates.at(-1) ?? first
  const span = { account_id: name, first, last }
  // The bank's rows come in two files, one after the other, and a second export of the same days.
  const middle = dates[Math.floor(dates.length / 2)] ?? first
  register.spans.set('A1', { ...span, last: addDays(middle, -1) })
  register.spans.set('A2', { ...span, first: middle })
  register.spans.set('B', span)
  const addBank = (date: string, amount: string, text: string, files?: string[]): Transaction =>
    register.add({
      date,
      amount,
      ...toImportedTexts(text),
      text,
      files: files ?? [date < middle ? 'A1' : 'A2', 'B'],
      created_at: `${last}T20:00:00.000Z`,
    })
  addRepeats({ addBank, add: register.add, first, last, random })
  for (const { date, amount, text } of payees) {
    const injects = random() < 0.2 && /\p{L}{3}/u.test(text)
    const way = injects ? ways[Math.floor(random() * ways.length)] : undefined
    if (way === undefined) addBank(date, amount, text)
    else injectDouble({ register, random, addBank, middle }, { date, amount, text, way })
  }
  return register
}

interface Injection {
  register: ReturnType<typeof createRegister>
  random: () => number
  addBank: (date: string, amount: string, text: string, files?: string[]) => Transaction
  middle: string
}

function injectDouble(
  { register, random, addBank, middle }: Injection,
  { date, amount, text, way }: BankPayee & { way: (typeof ways)[number] },
): void {
  const { merchant, notes } = toImportedTexts(text)
  const words = merchant.split(' ')
  const short = words.slice(0, 1 + Math.floor(random() * 2)).join(' ')
  const file = date < middle ? 'A1' : 'A2'
  const days = Math.floor(random() * 4)
  const byHand = (when: string, sum: string): Transaction =>
    register.add({ date: when, amount: sum, merchant: short, files: [], category: 'Food' })
  const pair = (a: Transaction, b: Transaction): void => {
    register.doubles.set(a.id, b.id)
    register.doubles.set(b.id, a.id)
  }
  if (way === 'hand') pair(addBank(date, amount, text), byHand(addDays(date, -days), amount))
  if (way === 'hand-later') pair(addBank(date, amount, text), byHand(addDays(date, 1), amount))
  if (way === 'tip' && amount.startsWith('-') && amount.length > 4)
    pair(addBank(date, amount, text), byHand(addDays(date, -(days % 3)), scale(amount, 105 + days * 5)))
  else if (way === 'tip') addBank(date, amount, text)
  if (way === 'other-export') {
    const other = `${text.toUpperCase().slice(0, 24)} ${Math.floor(random() * 9000)}`
    pair(addBank(date, amount, text, [file]), addBank(addDays(date, days % 2), amount, other, ['B']))
  }
  // A pending row that the bank books the same on the same day is not booked again.
  if (way === 'pending' && days === 0 && text.length <= 30) addBank(date, amount, text)
  else if (way === 'pending') {
    const id = `P${register.rows.length}`
    register.spans.set(id, {
      account_id: register.rows[0]?.account_id ?? '',
      first: addDays(date, -20),
      last: date,
    })
    const pending = register.add({
      date,
      amount,
      merchant: text.slice(0, 30),
      text: text.slice(0, 30),
      files: [id],
      status: 'pending',
    })
    pair(pending, addBank(addDays(date, days), amount, text))
  }
  if (way === 'twice-by-hand') {
    const draft = { date, amount, merchant, notes, files: [] }
    pair(
      register.add(draft),
      register.add({ ...draft, notes: null, created_at: `${addDays(date, 2)}T10:00:00.000Z` }),
    )
  }
}

interface RepeatInjection {
  addBank: Injection['addBank']
  add: ReturnType<typeof createRegister>['add']
  first: string
  last: string
  random: () => number
}

/** Adds what only looks double: a coffee a day, two equal tickets, a subscription, and new entries by hand. */
function addRepeats({ addBank, add, first, last, random }: RepeatInjection): void {
  for (let day = 0, date = first; date <= last && day < 25; day++, date = addDays(first, day)) {
    if (day % 7 < 5) addBank(date, '-3.80', `CAFE CENTRAL ${1000 + day} CARD 1234`)
    if (random() < 0.1)
      for (let ticket = 0; ticket < 2; ticket++) addBank(date, '-2.60', `CITY TRANSIT TICKET ${day}`)
    if (day % 30 === 3) addBank(date, '-11.99', 'STREAMING SERVICE P2K4')
  }
  // After the end of the file, the user has entered what the bank does not know yet.
  for (let day = 1; day <= 3; day++)
    add({ date: addDays(last, day), amount: '-3.80', merchant: 'Cafe Central', files: [] })
  add({ date: addDays(last, 1), amount: '-2.60', merchant: 'City Transit', files: [] })
  add({ date: addDays(last, 2), amount: '-47.15', merchant: 'Garden Center', files: [] })
}
