/** Made-up files that leave something open: what is asked, and that each answer reads the file. */ // import.md §10

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Choices } from '../../src/import/choices.ts'
import { readStatement } from '../../src/import/reading.ts'
import { fileOf, folder, refused } from './layout_fixtures.ts'
import { questionOf } from './reading.ts'

const textOf = (trait: string) => readFileSync(join(folder, fileOf(trait)), 'utf8')
const today = '2026-12-05'

/** `date amount` of the rows that are ready. */
const rowsOf = (trait: string, choices: Choices, currency: string) =>
  [...readStatement(Buffer.from(textOf(trait)), choices, currency, { today }).rows()].flatMap(
    ({ bin, date, amount }) => (bin === 'ready' ? [`${date} ${amount}`] : []),
  )

const choicesIn = (flags: string): Choices => {
  const [, map] = /--map (\S+)/.exec(flags) ?? []
  const [, date_format] = /--date-format (\S+)/.exec(flags) ?? []
  const [, order] = /--date-order (dmy|mdy)/.exec(flags) ?? []
  const [, year] = /--year (\d+)/.exec(flags) ?? []
  return {
    ...(map !== undefined && { map }),
    ...(date_format !== undefined && { date_format }),
    ...((order === 'dmy' || order === 'mdy') && { date_order: order }),
    ...(year !== undefined && { year: Number(year) }),
  }
}

test.each(refused)('a file with %s is asked about', (trait, currency, asked, answers) => {
  expect(questionOf(textOf(trait), {}, currency)).toContain(asked)
  for (const [flags, rows] of Object.entries(answers))
    expect(rowsOf(trait, choicesIn(flags), currency)).toEqual(rows.split(', '))
})
