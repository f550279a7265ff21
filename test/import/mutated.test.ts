/** Files whose layout and mistakes come by chance: read right, or asked about; never wrong in silence. */

import { expect, test } from 'vitest'
import { UserError } from '../../src/contract/errors.ts'
import { AmbiguityError, type ReadOptions } from '../../src/import/model/read-options.ts'
import { assertFewBalanceGaps, listBalanceGaps } from '../../src/import/plan/balance-gaps.ts'
import { classifyRows } from '../../src/import/plan/classify-rows.ts'
import { readStatement } from '../../src/import/read-statement.ts'
import { type MutatedFile, mutatedFile } from '../support/mutated-files.ts'

/** The figures of 2,000 are in bench/README.md. */
const FILES = Number(process.env['BUDGET_ROUNDS'] ?? 400)

interface Outcome {
  result: 'right' | 'asked' | 'wrong' | 'unanswered'
  why: string
}

/** The question of a file under some choices, or its rows as they would be booked. */
function readOnce(
  { text, currency }: MutatedFile,
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
    // A balance that follows nothing is told as such.
    const isUnproven =
      sorted.balance === undefined && statement.mapping.some(({ field }) => field === 'balance')
    const gaps = sorted.balance ? listBalanceGaps(sorted.balance, currency) : []
    return { rows: rows.toSorted(), isToldBroken: isUnproven || gaps.length > 0 }
  } catch (error) {
    if (error instanceof AmbiguityError) return error
    throw error instanceof UserError ? new Error(`${error.message}\n${text}`) : error
  }
}

const saysTheSame = (rows: readonly string[], { expected }: MutatedFile): boolean =>
  rows.join('\n') === expected.join('\n')

/** Does one of the answers, and one of those to the question after it, read the file right? */
function isAnswered(file: MutatedFile, choices: ReadOptions, depth = 0): boolean {
  const read = readOnce(file, choices)
  if (!(read instanceof AmbiguityError)) return saysTheSame(read.rows, file)
  return (
    depth < 4 &&
    read.complete.some((answer) => isAnswered(file, { ...choices, ...answer.options }, depth + 1))
  )
}

function judge(file: MutatedFile): Outcome {
  const read = readOnce(file, {})
  if (read instanceof AmbiguityError)
    return { result: isAnswered(file, {}) ? 'asked' : 'unanswered', why: read.message }
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
    const file = mutatedFile(seed)
    const { result, why } = judge(file)
    const kind = file.hasBalance ? 'with a balance' : 'without'
    counts.set(`${kind}: ${result}`, (counts.get(`${kind}: ${result}`) ?? 0) + 1)
    // Of signed amounts alone nobody knows that all of them are turned.
    const isHidden = result === 'wrong' && !file.hasBalance && file.isTurned
    if ((result === 'wrong' && !isHidden) || result === 'unanswered')
      bad.push(`${file.trait}: ${result}, ${why}`)
  }
  // oxlint-disable-next-line no-console -- the shares are what a person runs this check for
  console.info(
    [...counts]
      .toSorted()
      .map(([kind, count]) => `${kind} ${count}`)
      .join('\n'),
  )
  expect(bad).toEqual([])
})
