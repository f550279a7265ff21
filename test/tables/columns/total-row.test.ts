/** A row that is the sum of the others is excluded. */

import { expect, test } from 'vitest'
import { readText } from '../../support/read-statement.ts'

const readDispositions = (...rows: string[]) =>
  [...readText(`Datum;Text;Art;Betrag\n${rows.join('\n')}\n`).rows()].map(({ disposition }) => disposition)

const rows = [
  '02.03.2026;Bäcker;Karte;-3,20',
  '04.03.2026;ACME;Gehalt;900,00',
  '06.03.2026;Strom;Lastschrift;-45,00',
]

test('the last row of a table is a balance when it comes to the sum of the others and says less than they', () => {
  expect(readDispositions(...rows, '31.03.2026;;;851,80')).toEqual(['ready', 'ready', 'ready', 'excluded'])
})

test('so is the first one, and one that counts the opening balance with them', () => {
  expect(readDispositions('31.03.2026;;;851,80', ...rows)).toEqual(['excluded', 'ready', 'ready', 'ready'])
  const opened = ['01.03.2026;Anfangssaldo;;100,00', ...rows, '31.03.2026;;;951,80']
  expect(readDispositions(...opened)).toEqual(['excluded', 'ready', 'ready', 'ready', 'excluded'])
})

test('a transfer of all that came in is none', () => {
  expect(readDispositions(...rows, '31.03.2026;Umbuchung;Dauerauftrag;851,80')).toEqual([
    'ready',
    'ready',
    'ready',
    'ready',
  ])
  expect(readDispositions(...rows, '31.03.2026;;;-851,80')).toEqual(['ready', 'ready', 'ready', 'ready'])
})
