/** Rules of a layout: what a row that reads so and so becomes. */ // import.md §4

import { Mistake } from '../../contract/errors.ts'
import { nameKey } from '../../contract/normalize-name.ts'
import type { Decide, Rule } from '../model/row-decisions.ts'
import type { Statement } from '../model/statement.ts'
import type { StatementRow } from '../model/statement-row.ts'

/** No longer regular expression is taken. */
const LONGEST_PATTERN = 500

type Test = (text: string) => boolean

/**
 * The rules as one question: the first one that holds decides. A condition holds for a text that is contained, in any case
 * and spacing, or for a regular expression between slashes. Throws a Mistake about a pattern that cannot be meant.
 */
export async function decideByRules(rules: readonly Rule[], statement: Statement): Promise<Decide> {
  const compiled = await Promise.all(
    rules.map(async ({ if: conditions, decision }) => ({
      decision,
      tests: await Promise.all(
        Object.entries(conditions).map(async ([where, text]) => {
          const test = await testOf(text)
          const read = readerOf(where, statement)
          return (row: StatementRow): boolean => read(row).some(test)
        }),
      ),
    })),
  )
  return (row) => compiled.find(({ tests }) => tests.every((holds) => holds(row)))?.decision
}

/** The texts of a row of which one must pass: the payee and the notes as they are booked and as the bank has them. */
function readerOf(where: string, statement: Statement): (row: StatementRow) => string[] {
  if (where === 'payee') return ({ payee, raw_payee }) => [payee, raw_payee]
  if (where === 'notes') return ({ notes, raw_notes }) => [notes, raw_notes]
  const at = (statement.header?.cells ?? []).findIndex((cell) => nameKey(cell) === nameKey(where))
  if (at < 0) {
    throw new Mistake('value', `A rule asks for the column "${where}", which the file does not have`, {
      hint: `Ask for payee, notes or one of ${(statement.header?.cells ?? []).join(', ')}`,
    })
  }
  return (row) => [statement.cells(row)[at] ?? '']
}

async function testOf(text: string): Promise<Test> {
  const [, pattern] = /^\/(.+)\/$/s.exec(text) ?? []
  if (pattern === undefined) {
    const wanted = nameKey(text)
    return (found) => nameKey(found).includes(wanted)
  }
  if (pattern.length > LONGEST_PATTERN)
    throw new Mistake(
      'value',
      `A regular expression of ${pattern.length} signs is longer than ${LONGEST_PATTERN}`,
    )
  // Its time grows with the text alone, whatever the pattern: a layout may come from somebody else.
  const { RE2JS, RE2JSSyntaxException } = await import('re2js')
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
    return (found) => compiled.matcher(found).find()
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    throw new Mistake('value', `The regular expression ${text} cannot be meant: ${error.message}`, {
      hint: 'Backreferences and lookarounds are not known here',
    })
  }
}
