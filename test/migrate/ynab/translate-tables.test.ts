/** Tests that an export in another language is read by what its rows show. */

import { expect, test } from 'vitest'
import { detectSource } from '../../../src/migrate/detect-source.ts'
import { createFile, readFiles } from './ynab-files.ts'

const register = createFile(
  'Haushalt as of 2026-08-31 - Register.csv',
  `"Konto","Markierung","Datum","Empfänger","Gruppe/Kategorie","Gruppe","Kategorie","Notiz","Ausgang","Eingang","Status"
"Giro","","31.08.2026","Amt","Essen: Laden","Essen","Laden","Rate (1/2)","1,00€","0,00€","Nicht verbucht"
"Giro","","20.08.2026","Umbuchung : Karte","","","","","40,00€","0,00€","Verbucht"
"Karte","","20.08.2026","Umbuchung : Giro","","","","","0,00€","40,00€","Verbucht"
"Karte","","15.08.2026","Markt","Essen: Laden","Essen","Laden","Aufteilung (1/2) Brot","30,00€","0,00€","Verbucht"
"Karte","","15.08.2026","Markt","Haus: Garten","Haus","Garten","Aufteilung (2/2) ","10,00€","0,00€","Verbucht"
"Giro","Rot","03.08.2026","Arbeit","Zufluss: Zu verteilen","Zufluss","Zu verteilen","","0,00€","500,00€","Abgestimmt"
`,
)

const plan = createFile(
  'Haushalt as of 2026-08-31 - Plan.csv',
  `"Monat","Gruppe/Kategorie","Gruppe","Kategorie","Zugewiesen","Aktivität","Verfügbar"
"Aug. 2026","Karten: Karte","Karten","Karte","0,00€","0,00€","0,00€"
"Aug. 2026","Essen: Laden","Essen","Laden","31,00€","-31,00€","0,00€"
"Aug. 2026","Haus: Garten","Haus","Garten","10,00€","-10,00€","0,00€"
`,
)

const read = (files: Parameters<typeof readFiles>[0]) => readFiles(files, { currency: undefined })

test('A table whose headings are in another language is known by its columns', () => {
  expect([detectSource([register]), detectSource([plan])]).toEqual(['ynab', 'ynab'])
  const other = 'a,b,c,d,e,f,g\nx,Food: Shop,Food,Other,1,2,3\n'
  expect(() => detectSource([createFile('a.csv', other)])).toThrow('No budget was recognized')
})

test('States, transfers, splits, income and cards are known in another language, and told', () => {
  const { currency, name, transactions, categories, accounts, notTaken } = read([register, plan])
  expect([currency, name]).toEqual(['EUR', 'Haushalt'])
  expect(
    transactions.map(({ date, amount, category, status, lines, transfer, notes }) => [
      ...[date, amount, category, status, notes, transfer?.account],
      lines?.map((line) => [line.amount, line.category, line.notes]),
    ]),
  ).toEqual([
    ['2026-08-03', 50000n, 'ready_to_assign', 'reconciled', '#rot', undefined, undefined],
    [
      ...['2026-08-15', -4000n, null, 'cleared', null, undefined],
      [
        [-3000n, { category: 'Essen\nLaden' }, 'Brot'],
        [-1000n, { category: 'Haus\nGarten' }, null],
      ],
    ],
    ['2026-08-20', 4000n, null, 'cleared', null, 'Giro', undefined],
    ['2026-08-20', -4000n, null, 'cleared', null, 'Karte', undefined],
    ['2026-08-31', -100n, { category: 'Essen\nLaden' }, 'pending', 'Rate (1/2)', undefined, undefined],
  ])
  expect(categories.map((category) => [category.name, category.card])).toEqual([
    ['Karte', 'Karte'],
    ['Laden', undefined],
    ['Garten', undefined],
  ])
  expect(accounts.map(({ key, suggestedType }) => [key, suggestedType])).toEqual([
    ['Giro', 'banking_checking'],
    ['Karte', 'credit_credit_card'],
  ])
  expect(notTaken.at(-1)).toEqual({
    what: 'words in another language',
    count: 7,
    why: 'recognized from their rows: “Nicht verbucht” means Uncleared, “Verbucht” means Cleared, “Abgestimmt” means Reconciled, “Umbuchung :” means Transfer :, “Aufteilung” means Split, “Zu verteilen” means Ready to Assign, “Karten” means Credit Card Payments',
  })
})

test('English headings may stand above rows in another language', () => {
  const [, ...rows] = new TextDecoder().decode(register.bytes).split('\n')
  const header =
    '"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"'
  const mixed = createFile(register.path, [header, ...rows].join('\n'))
  expect(read([mixed]).transactions).toEqual(read([register]).transactions)
})
