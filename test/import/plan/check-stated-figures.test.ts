/**
 * Files that state figures about their rows: each fault put into them is told, and clean files give no alarm.
 * @see docs/import.md#figures-of-the-file
 */

import { describe, expect, test } from 'vitest'
import { assertFewBalanceGaps, listBalanceGaps } from '../../../src/import/plan/balance-gaps.ts'
import { explainFigures } from '../../../src/import/plan/check-stated-figures.ts'
import { classifyRows } from '../../../src/import/plan/classify-rows.ts'
import { readStatement } from '../../../src/import/read-statement.ts'
import { describeMismatches } from '../../../src/import/views/account-text.ts'
import { AmbiguityError } from '../../../src/tables/ambiguity-error.ts'

/** A row with its amount in cents. */
interface Row {
  day: number
  payee: string
  cents: number
}

/** The rows of a statement that begins with 1,000.00 and ends with 1,238.60. */
const cleanRows: readonly Row[] = [
  { day: 2, payee: 'Kuznia', cents: -4210 },
  { day: 4, payee: 'Loop Transit', cents: -1500 },
  { day: 9, payee: 'Rosa Okafor', cents: 35000 },
  { day: 13, payee: 'Optik Nord', cents: -12000 },
  { day: 15, payee: 'Ferry 12', cents: 6570 },
]
const OPENING = 100_000

const sumCents = (rows: readonly Row[]): number => rows.reduce((sum, { cents }) => sum + cents, 0)
const money = (cents: number, decimal = '.'): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}${decimal}${digits.slice(-2)}`
}
const twoDigits = (number: number): string => String(number).padStart(2, '0')
const listIn = (rows: readonly Row[]) => rows.filter(({ cents }) => cents > 0)
const listOut = (rows: readonly Row[]) => rows.filter(({ cents }) => cents < 0)

/** Writes rows together with the figures of the bank's own rows, from which they may differ. */
type Writer = (rows: readonly Row[], bank: readonly Row[]) => string

const writers: Readonly<Record<string, Writer>> = {
  'balances above the rows': (rows, bank) =>
    [
      'Konto;12 34',
      `Anfangssaldo;${money(OPENING, ',')} EUR`,
      `Endsaldo;${money(OPENING + sumCents(bank), ',')} EUR`,
      'Datum;Empfänger;Betrag',
      ...rows.map(({ day, payee, cents }) => `${twoDigits(day)}.03.2026;${payee};${money(cents, ',')}`),
    ].join('\n'),
  'balances under their labels': (rows, bank) =>
    [
      'Ancien solde,Nouveau solde',
      `${money(OPENING)},${money(OPENING + sumCents(bank))}`,
      'Date,Libellé,Débit,Crédit',
      ...rows.map(
        ({ day, payee, cents }) =>
          `2026-03-${twoDigits(day)},${payee},${cents < 0 ? money(-cents) : ''},${cents > 0 ? money(cents) : ''}`,
      ),
    ].join('\n'),
  'balances in rows and a running balance': (rows, bank) => {
    const balances = bank.map((_, at) => OPENING + sumCents(bank.slice(0, at + 1)))
    return [
      'Fecha;Concepto;Importe;Saldo',
      `01/03/2026;Saldo inicial;;${money(OPENING, ',')}`,
      ...rows.map(
        ({ day, payee, cents }) =>
          `${twoDigits(day)}/03/2026;${payee};${money(cents, ',')};${money(balances[bank.findIndex((row) => row.day === day)] ?? 0, ',')}`,
      ),
      `31/03/2026;Saldo final;;${money(OPENING + sumCents(bank), ',')}`,
    ].join('\n')
  },
  'totals below and a number above the rows': (rows, bank) =>
    [
      `Number of transactions:,${bank.length}`,
      'Date,Payee,Amount',
      ...rows.map(({ day, payee, cents }) => `2026-03-${twoDigits(day)},${payee},${money(cents)}`),
      `,Total debits,${money(-sumCents(listOut(bank)))}`,
      `,Total credits: ${money(sumCents(listIn(bank)))},`,
    ].join('\n'),
  'totals of both columns': (rows, bank) =>
    [
      `Anzahl Buchungen;${bank.length}`,
      'Datum;Text;Soll;Haben',
      ...rows.map(
        ({ day, payee, cents }) =>
          `${twoDigits(day)}.03.2026;${payee};${cents < 0 ? money(-cents, ',') : ''};${cents > 0 ? money(cents, ',') : ''}`,
      ),
      `;Summe;${money(-sumCents(listOut(bank)), ',')};${money(sumCents(listIn(bank)), ',')}`,
    ].join('\n'),
  'a remaining sum in japanese and a running balance': (rows, bank) => {
    const balances = bank.map((_, at) => OPENING + sumCents(bank.slice(0, at + 1)))
    return [
      `前回残高,${OPENING}`,
      `残額,${OPENING + sumCents(bank)}`,
      '日付,内容,出金,入金,残高',
      ...rows.map(
        ({ day, payee, cents }) =>
          `2026/03/${twoDigits(day)},${payee},${cents < 0 ? -cents : ''},${cents > 0 ? cents : ''},${balances[bank.findIndex((row) => row.day === day)] ?? 0}`,
      ),
    ].join('\n')
  },
  'the fields of MT940': (rows, bank) =>
    [
      ':20:STARTUMSE',
      ':25:10020030/1234567',
      ':28C:1/1',
      `:60F:C260301EUR${money(OPENING, ',')}`,
      ...rows.map(
        ({ day, cents }) =>
          `:61:2603${twoDigits(day)}03${twoDigits(day)}${cents < 0 ? 'D' : 'C'}${money(Math.abs(cents), ',')}NMSC//R${day}`,
      ),
      `:90D:${listOut(bank).length}EUR${money(-sumCents(listOut(bank)), ',')}`,
      `:90C:${listIn(bank).length}EUR${money(sumCents(listIn(bank)), ',')}`,
      `:62F:C260331EUR${money(OPENING + sumCents(bank), ',')}`,
      '-',
    ].join('\n'),
  'the balances and the summary of CAMT': (rows, bank) => {
    const balance = (code: string, cents: number) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${money(cents)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-31</Dt></Dt></Bal>`
    const total = (name: string, some: readonly Row[]) =>
      `<${name}><NbOfNtries>${some.length}</NbOfNtries><Sum>${money(some.reduce((sum, { cents }) => sum + Math.abs(cents), 0))}</Sum></${name}>`
    const entry = ({ day, cents, payee }: Row) =>
      `<Ntry><Amt Ccy="EUR">${money(Math.abs(cents))}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-${twoDigits(day)}</Dt></BookgDt><AddtlNtryInf>${payee}</AddtlNtryInf></Ntry>`
    return [
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE00</IBAN></Id><Ccy>EUR</Ccy></Acct>',
      `${balance('OPBD', OPENING)}${balance('CLBD', OPENING + sumCents(bank))}`,
      `<TxsSummry>${total('TtlNtries', bank)}${total('TtlCdtNtries', listIn(bank))}${total('TtlDbtNtries', listOut(bank))}</TxsSummry>`,
      ...rows.map(entry),
      '</Stmt></BkToCstmrStmt></Document>',
    ].join('\n')
  },
}

const faults: Readonly<Record<string, (rows: readonly Row[]) => readonly Row[]>> = {
  'the first row removed': (rows) => rows.slice(1),
  'a row removed': (rows) => rows.filter((_, at) => at !== 2),
  'the last row removed': (rows) => rows.slice(0, -1),
  'a row doubled': (rows) => rows.flatMap((row, at) => (at === 1 ? [row, row] : [row])),
  'a sign turned': (rows) => rows.map((row, at) => (at === 3 ? { ...row, cents: -row.cents } : row)),
  'the first sign turned': (rows) => rows.map((row, at) => (at === 0 ? { ...row, cents: -row.cents } : row)),
  'a digit changed': (rows) => rows.map((row, at) => (at === 2 ? { ...row, cents: row.cents + 20 } : row)),
}

/** Returns what an import tells about a file, besides its rows. */
function listTold(text: string, currency = 'EUR'): string[] {
  try {
    const statement = readStatement(new TextEncoder().encode(text), {}, currency)
    const classification = classifyRows(statement, {})
    const { balance, differences, rejected } = classification
    if (balance) assertFewBalanceGaps(balance, { options: {}, currency, isUnsigned: false })
    const gaps = balance ? listBalanceGaps(balance, currency, statement) : []
    return [
      ...describeMismatches(explainFigures(differences, statement, currency)),
      ...gaps.map(({ above, below, cause }) => `gap ${above} ${below} ${JSON.stringify(cause ?? {})}`),
      ...rejected.map(({ line, message }) => `${line} ${message}`),
    ]
  } catch (error) {
    if (error instanceof AmbiguityError) return [error.message]
    throw error
  }
}

const currencyFor = (name: string): string => (name.includes('japanese') ? 'JPY' : 'EUR')
const names = Object.keys(writers)
const write = (name: string, rows: readonly Row[]): string => writers[name]?.(rows, cleanRows) ?? ''

describe.each(names)('a file with %s', (name) => {
  test('gives no alarm as long as it is whole', () => {
    expect(listTold(write(name, cleanRows), currencyFor(name))).toEqual([])
    const statement = readStatement(new TextEncoder().encode(write(name, cleanRows)), {}, currencyFor(name))
    expect([...statement.rows()].filter(({ disposition }) => disposition === 'ready')).toHaveLength(5)
    expect(statement.stated.flatMap(({ figures }) => figures).length).toBeGreaterThan(1)
  })

  test.each(Object.keys(faults))('is told with %s', (fault) => {
    const rows = faults[fault]?.(cleanRows) ?? []
    expect(listTold(write(name, rows), currencyFor(name))).not.toEqual([])
  })
})

// Without its end, a file with all its figures in and below the rows looks whole.
test.each(names.filter((name) => !name.startsWith('balances in rows')))(
  'a file with %s is told when it is cut',
  (name) => {
    const lines = write(name, cleanRows).split('\n')
    expect(listTold(lines.slice(0, -3).join('\n'), currencyFor(name))).not.toEqual([])
  },
)

describe('the row behind a difference is named', () => {
  const name = 'balances above the rows'
  test.each([
    ['a sign turned', 'the amount on line 8 has the opposite sign'],
    ['a row doubled', 'line 7 equals line 6 but does not count'],
  ])('for %s', (fault, told) => {
    expect(listTold(write(name, faults[fault]?.(cleanRows) ?? []))).toEqual([expect.stringContaining(told)])
  })

  test.each([
    ['a sign turned', '{"line":6}'],
    ['a row doubled', '{"line":5,"twin":4}'],
  ])('for %s in a running balance', (fault, told) => {
    const text = write('balances in rows and a running balance', faults[fault]?.(cleanRows) ?? [])
    expect(listTold(text).join(' ')).toContain(told)
  })

  test('unless two rows would do', () => {
    const cents = [-1500, -2500, 35000, -12000, 1500]
    const bank = cleanRows.map((row, at) => ({ ...row, cents: cents[at] ?? 0 }))
    const turned = bank.map((row, at) => (at === 0 ? { ...row, cents: 1500 } : row))
    expect(listTold(writers[name]?.(turned, bank) ?? '')).toEqual([
      expect.stringContaining('is a row missing, twice or changed?'),
    ])
  })
})

test('a statement that does not begin where the one before ended is told', () => {
  const statement = (from: string, to: string, day: string) =>
    `:20:X\n:25:123\n:28C:1/1\n:60F:C2603${day}EUR${from}\n:61:2603${day}03${day}D5,00NMSC//1\n:62F:C2603${day}EUR${to}\n-\n`
  const first = statement('100,00', '95,00', '02')
  expect(listTold(first + statement('95,00', '90,00', '03'))).toEqual([])
  expect(listTold(statement('95,00', '90,00', '03') + first)).toEqual([])
  expect(listTold(first + statement('80,00', '75,00', '04'))).toEqual([
    'The file states an opening balance of 80.00 (line 8), but what comes before ends with 95.00; is a statement missing?',
  ])
})

test('a debt that is written without its sign is no contradiction', () =>
  expect(
    listTold(
      'Previous balance,100.00\nNew balance,147.10\nDate,Payee,Amount\n2026-03-02,Pine,-42.10\n2026-03-14,Rosa,-5.00\n2026-03-15,Refund,0.00\n',
      'USD',
    ),
  ).toEqual([]))
