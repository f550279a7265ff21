/**
 * Fixture files that leave something open: the question, and that each answer reads the file.
 * @see docs/import.md#questions
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { UserError } from '../../src/contract/errors.ts'
import { assertFewBalanceGaps } from '../../src/import/plan/balance-gaps.ts'
import { classifyRows } from '../../src/import/plan/classify-rows.ts'
import { readStatement } from '../../src/import/read-statement.ts'
import { AmbiguityError, type AnswerOption } from '../../src/tables/ambiguity-error.ts'
import type { ReadOptions } from '../../src/tables/read-options.ts'
import { ambiguousFiles, fixtureDirectory, fixtureFileName } from '../support/layout-fixtures.ts'

const readFixture = (trait: string) => readFileSync(join(fixtureDirectory, fixtureFileName(trait)), 'utf8')
const today = '2026-12-05'

/** Returns `date amount` of the rows that are ready. */
function readRows(trait: string, choices: ReadOptions, currency: string): string[] {
  const statement = readStatement(Buffer.from(readFixture(trait)), choices, currency, { today })
  const { balance } = classifyRows(statement, choices)
  if (balance)
    assertFewBalanceGaps(balance, {
      options: choices,
      currency,
      isUnsigned: statement.balances?.isUnsigned ?? false,
    })
  return [...statement.rows()].flatMap(({ disposition, date, amount }) =>
    disposition === 'ready' || (disposition === 'pending' && choices.pending) ? [`${date} ${amount}`] : [],
  )
}

function questionAbout(trait: string, currency: string): string {
  try {
    return readRows(trait, {}, currency).join(', ')
  } catch (error) {
    if (error instanceof UserError) return error.message
    throw error
  }
}

const choicesIn = (flags: string): ReadOptions => {
  const [, map] = /--map (\S+)/.exec(flags) ?? []
  const [, date_format] = /--date-format (\S+)/.exec(flags) ?? []
  const [, order] = /--date-order (dmy|mdy)/.exec(flags) ?? []
  const [, year] = /--year (\d+)/.exec(flags) ?? []
  const [, currency] = /--currency (\S+)/.exec(flags) ?? []
  const [, outValue] = /--out-values (\S+)/.exec(flags) ?? []
  const [, pending] = /--pending (import)/.exec(flags) ?? []
  const [, statement] = /--statement (\S+)/.exec(flags) ?? []
  return {
    ...(statement !== undefined && { statement }),
    ...(outValue !== undefined && { out_values: [outValue] }),
    ...(pending === 'import' && { pending }),
    ...(map !== undefined && { map }),
    ...(date_format !== undefined && { date_format }),
    ...((order === 'dmy' || order === 'mdy') && { date_order: order }),
    ...(year !== undefined && { year: Number(year) }),
    ...(currency !== undefined && { currency }),
    ...(/--(?:no-)?invert/.test(flags) && { invert: flags.includes('--invert') }),
    ...(flags.includes('--accept-balance') && { accept_balance: true as const }),
  }
}

/** Returns the answers of the question about a file. */
function listAnswers(trait: string, currency: string): readonly AnswerOption[] {
  try {
    readRows(trait, {}, currency)
    return []
  } catch (error) {
    if (error instanceof AmbiguityError) return error.combinedAnswers
    throw error
  }
}

const asksForSpending = ambiguousFiles.filter(([, , asked]) => asked.endsWith(' money you spent?'))

test.each(asksForSpending)('"Yes, I spent it" about a file with %s means money out', (trait, currency) => {
  const answers = listAnswers(trait, currency).filter(({ label }) => label.startsWith('Yes, I spent it'))
  expect(answers).not.toEqual([])
  for (const { options } of answers) expect(readRows(trait, options, currency)[0]).toMatch(/ -/)
})

test.each(ambiguousFiles)('a file with %s is asked about', (trait, currency, asked, answers) => {
  expect(questionAbout(trait, currency)).toContain(asked)
  for (const [flags, rows] of Object.entries(answers))
    expect(readRows(trait, choicesIn(flags), currency)).toEqual(rows.split(', '))
})
