/** `--out-values` names the words for money out. */

import { expect, test } from 'vitest'
import { readQuestion, readReadyRows } from '../../support/read-statement.ts'

const text =
  'Date,Note,Payee,Kind,Amount\n2026-03-01,a,Cafe,D,3.00\n2026-03-02,,Shop,C,4.00\n2026-03-03,b,Bar,D,5.00\n'

test('an empty word among those for money out is no word', () =>
  expect(readReadyRows(text, { out_values: ['D', ''] })).toEqual([
    '2026-03-01 -3.00 Cafe / a',
    '2026-03-02 4.00 Shop',
    '2026-03-03 -5.00 Bar / b',
  ]))

test('words for money out that are all empty are a slip', () =>
  expect(readQuestion(text, { out_values: ['', ' '] })).toBe(
    'The list of words for money out is empty -> Use e.g. --out-values D,Af',
  ))
