/** Balance and total rows are excluded, transactions with similar texts are not. */

import { expect, test } from 'vitest'
import { readText } from '../../support/read-statement.ts'

const readDisposition = (text: string) => {
  const file = `Date,Payee,Amount\n2026-03-01,"${text}",-300.00\n2026-03-03,Bar,3.00\n2026-03-04,Cafe,-3.00\n`
  return [...readText(file).rows()][0]?.disposition
}

test.each([
  'Statement Balance Autopay',
  'Current Balance Cafe',
  'Solde au Marche',
  'Opening Balance Consulting Ltd',
  'Endsaldo Bar',
  'Turnover Gym',
])('%s is somebody who was paid', (text) => expect(readDisposition(text)).toBe('ready'))

test.each([
  'Opening Balance',
  'Closing balance:',
  'OPENING BALANCE 1,234.50 EUR',
  'Beginning balance as of 11/01/2025',
  'Balance brought forward from previous statement',
  'Statement balance 3 March 2026',
  'Kontostand am 31.12.2025',
  'Solde au 31/12/2025',
  'Solde initial au 1er mars',
  'Saldo do dia',
  'Saldo początkowe na dzień 2026-03-01',
  'Входящий остаток на 01.03.2026',
  '期末余额：300.00',
  'Turnover',
])('%s is a balance', (text) => expect(readDisposition(text)).toBe('excluded'))
