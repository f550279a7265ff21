/** Tests that the quick way of writing a CSV cell writes what the careful way does. */

import { expect, test } from 'vitest'
import { formatCsvLine } from '../../src/output/delimited.ts'
import { sanitizeText } from '../../src/output/sanitize.ts'
import * as fc from '../support/fast-check.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 40) * 50
const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'aZ09 ._:/-+=@,;|"\n\t\r＝\u0007\u202eé') }),
  fc.constantFrom('-12.00', '-2+3', '=1', '2026-11-20', 'a;=1', '- 5', '', '-'),
)

const quote = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const guard = (text: string): string => text.replaceAll(/(^|[;|\t\n])(?=\s*[=+\-@＝＋－＠])/g, "$1'")

test('every cell is cleaned, kept from running as a formula, and quoted where it has to be', () => {
  const columns = [
    { field: 'text', heading: 'Text', kind: 'text' },
    { field: 'amount', heading: 'Amount', kind: 'amount' },
  ] as const
  const check = fc.property(cell, (text) => {
    const clean = sanitizeText(text)
    expect(formatCsvLine([text, text], columns)).toBe(`${quote(guard(clean))},${quote(clean)}\r\n`)
    expect(formatCsvLine([text, null])).toBe(`${quote(clean)},\r\n`)
  })
  fc.assert(check, { numRuns: rounds, seed: 20261123 })
})
