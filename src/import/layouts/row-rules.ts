/** Rules of a layout: what a row that reads so and so becomes. @see docs/import.md#4-confirm-once-layouts */

import { UserError } from '../../contract/errors.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import type { OverrideLookup, RowRule } from '../model/row-decisions.ts'
import type { Statement, StatementRow } from '../model/statement.ts'

/** No longer regular expression is taken. */
const MAX_PATTERN_LENGTH = 500

type TextTest = (text: string) => boolean

/**
 * The rules as one question: the first one that holds decides. A condition holds for a text that is contained, in any case
 * and spacing, or for a regular expression between slashes. Throws a Mistake about a pattern that cannot be meant.
 */
export async function compileRowRules(
  rules: readonly RowRule[],
  statement: Statement,
): Promise<OverrideLookup> {
  const compiled = await Promise.all(
    rules.map(async ({ if: conditions, decision }) => ({
      decision,
      tests: await Promise.all(
        Object.entries(conditions).map(async ([where, text]) => {
          const test = await compileCondition(text)
          const read = createTextReader(where, statement)
          return (row: StatementRow): boolean => read(row).some(test)
        }),
      ),
    })),
  )
  return (row) => compiled.find(({ tests }) => tests.every((holds) => holds(row)))?.decision
}

/** The texts of a row of which one must pass: the payee and the notes as they are booked and as the bank has them. */
function createTextReader(where: string, statement: Statement): (row: StatementRow) => string[] {
  if (where === 'payee') return ({ payee, raw_payee }) => [payee, raw_payee]
  if (where === 'notes') return ({ notes, raw_notes }) => [notes, raw_notes]
  const at = (statement.header?.cells ?? []).findIndex((cell) => toNameKey(cell) === toNameKey(where))
  if (at < 0) {
    throw new UserError('value', `A rule asks for the column "${where}", which the file does not have`, {
      hint: `Ask for payee, notes or one of ${(statement.header?.cells ?? []).join(', ')}`,
    })
  }
  return (row) => [statement.cells(row)[at] ?? '']
}

async function compileCondition(text: string): Promise<TextTest> {
  const [, pattern] = /^\/(.+)\/$/s.exec(text) ?? []
  if (pattern === undefined) {
    const wanted = toNameKey(text)
    return (found) => toNameKey(found).includes(wanted)
  }
  if (pattern.length > MAX_PATTERN_LENGTH)
    throw new UserError(
      'value',
      `A regular expression of ${pattern.length} signs is longer than ${MAX_PATTERN_LENGTH}`,
    )
  // Its time grows with the text alone, whatever the pattern: a layout may come from somebody else.
  const { RE2JS, RE2JSSyntaxException } = await import('re2js')
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
    return (found) => compiled.matcher(found).find()
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    throw new UserError('value', `The regular expression ${text} cannot be meant: ${error.message}`, {
      hint: 'Backreferences and lookarounds are not known here',
    })
  }
}
