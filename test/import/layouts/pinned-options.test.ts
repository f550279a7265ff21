/** Pinned options read a file exactly as it was interpreted. */

import { expect, test } from 'vitest'
import { pinOptions } from '../../../src/import/layouts/saved-layout.ts'
import { readStatement } from '../../../src/import/read-statement.ts'
import type { ReadOptions } from '../../../src/tables/read-options.ts'

function pin(text: string, given: ReadOptions = {}): ReadOptions {
  const bytes = new TextEncoder().encode(text)
  return pinOptions(bytes, readStatement(bytes, given, 'GBP'), given, 'GBP')
}

test('what reads a file as it was understood is frozen', () => {
  expect(pin('Date;Payee;Amount\n13.11.2026;SHOP;-12,50\n14.11.2026;WAGES;+1.900,00\n')).toEqual({
    map: 'date=Date,amount=Amount,payee=Payee',
    delimiter: ';',
    decimal: ',',
    date_order: 'dmy',
  })
})

test('what is sure is frozen where no choices read the file as it was understood', () => {
  // A plus marks incoming amounts and nothing marks outgoing ones; no mapping can express that.
  const rows = ['13/11/2026,SHOP,12.50', '14/11/2026,CAFE,3.20', '15/11/2026,PAYMENT RECEIVED,+100.00']
  const text = `Date,Payee,Amount\n${rows.join('\n')}\n`
  const [shop] = readStatement(new TextEncoder().encode(text), {}, 'GBP').rows()
  expect(shop?.amount).toBe('-12.50')
  expect(pin(text, { skip: 0 })).toEqual({ skip: 0, delimiter: ',', decimal: '.', date_order: 'dmy' })
})

test('what a file proves is frozen beside the columns a person named', () => {
  const map = 'date=1,amount=3'
  expect(pin('Date;Payee;Amount\n13.11.2026;SHOP;-12,50\n', { map })).toEqual({
    map,
    delimiter: ';',
    decimal: ',',
    date_order: 'dmy',
  })
})

test('a long file is frozen by its first rows, those of several lines as well', () => {
  const row = (day: string) => `${day}/11/2026,SHOP,-12.50,"one line\nand another"\n`
  const text = `Date,Payee,Amount,Notes\n${row('13').repeat(700)}Total,,,\n`
  const choices = { map: 'date=Date,amount=Amount,payee=Payee,notes=Notes', date_order: 'dmy' }
  expect(pin(text)).toMatchObject(choices)
  expect(pin(text, { skip_end: 1 })).toMatchObject({ ...choices, skip_end: 1 })
  // The first date that shows the order comes late in the file.
  expect(pin(text.replaceAll('13/11', '03/11') + row('13'))).toMatchObject(choices)
})
