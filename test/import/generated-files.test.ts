/** Reads generated files with random layouts and errors: right, or with a question, but never wrong. */

import { expect, test } from 'vitest'
import { UserError } from '../../src/contract/errors.ts'
import { assertFewBalanceGaps, listBalanceGaps } from '../../src/import/plan/balance-gaps.ts'
import { classifyRows } from '../../src/import/plan/classify-rows.ts'
import { readStatement } from '../../src/import/read-statement.ts'
import { AmbiguityError } from '../../src/tables/ambiguity-error.ts'
import { type ReadOptions } from '../../src/tables/read-options.ts'
import { type GeneratedFile, generateFile } from '../support/generated-files.ts'

/** bench/README.md has the results for 2,000 files. */
const FILES = Number(process.env['BUDGET_ROUNDS'] ?? 400)

interface Outcome {
  result: 'right' | 'asked' | 'wrong' | 'unanswered'
  why: string
}

/** Returns the error of a file read with these options, or its rows. */
function readOnce(
  { text, currency }: GeneratedFile,
  choices: ReadOptions,
): AmbiguityError | { rows: string[]; isToldBroken: boolean } {
  try {
    const statement = readStatement(new TextEncoder().encode(text), choices, currency)
    const sorted = classifyRows(statement, choices)
    if (sorted.balance)
      assertFewBalanceGaps(sorted.balance, {
        options: choices,
        currency,
        isUnsigned: statement.balances?.isUnsigned ?? false,
      })
    const rows = [...statement.rows()]
      .filter(({ disposition }) => disposition === 'ready')
      .map(({ date, amount }) => `${date} ${amount}`)
    // A balance that follows nothing must be reported.
    const isUnproven =
      sorted.balance === undefined && statement.mapping.some(({ field }) => field === 'balance')
    const gaps = sorted.balance ? listBalanceGaps(sorted.balance, currency) : []
    return { rows: rows.toSorted(), isToldBroken: isUnproven || gaps.length > 0 }
  } catch (error) {
    if (error instanceof AmbiguityError) return error
    throw error instanceof UserError ? new Error(`${error.message}\n${text}`) : error
  }
}

const saysTheSame = (rows: readonly string[], { expected }: GeneratedFile): boolean =>
  rows.join('\n') === expected.join('\n')

/** True if one of the answers, and of the answers to follow-up questions, reads the file right. */
function hasRightAnswer(file: GeneratedFile, choices: ReadOptions, depth = 0): boolean {
  const read = readOnce(file, choices)
  if (!(read instanceof AmbiguityError)) return saysTheSame(read.rows, file)
  return (
    depth < 4 &&
    read.combinedAnswers.some((answer) => hasRightAnswer(file, { ...choices, ...answer.options }, depth + 1))
  )
}

function judge(file: GeneratedFile): Outcome {
  const read = readOnce(file, {})
  if (read instanceof AmbiguityError)
    return { result: hasRightAnswer(file, {}) ? 'asked' : 'unanswered', why: read.message }
  if (!saysTheSame(read.rows, file))
    return {
      result: 'wrong',
      why: `${read.rows.slice(0, 3).join(', ')} for ${file.expected.slice(0, 3).join(', ')}`,
    }
  return file.isBroken && !read.isToldBroken
    ? { result: 'wrong', why: 'a gap is not told' }
    : { result: 'right', why: '' }
}

test(`${FILES} files of random layouts are read right or asked about`, { timeout: 600_000 }, () => {
  const counts = new Map<string, number>()
  const bad: string[] = []
  for (let seed = 1; seed <= FILES; seed++) {
    const file = generateFile(seed)
    const { result, why } = judge(file)
    const kind = file.hasBalance ? 'with a balance' : 'without'
    counts.set(`${kind}: ${result}`, (counts.get(`${kind}: ${result}`) ?? 0) + 1)
    // Nothing shows that all signs are inverted if there are only signed amounts.
    const isHidden = result === 'wrong' && !file.hasBalance && file.isTurned
    if ((result === 'wrong' && !isHidden) || result === 'unanswered')
      bad.push(`${file.trait}: ${result}, ${why}`)
  }
  // oxlint-disable-next-line no-console -- the shares are the purpose of running this check
  console.info(
    [...counts]
      .toSorted()
      .map(([kind, count]) => `${kind} ${count}`)
      .join('\n'),
  )
  expect(bad).toEqual([])
})
