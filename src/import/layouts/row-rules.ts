/**
 * Compiles the row rules of a layout into a function that returns the override of a row.
 * @see docs/import.md#4-confirm-once-layouts
 */

import { UserError } from '../../contract/errors.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import type { OverrideLookup, RowRule } from '../model/row-decisions.ts'
import type { Statement, StatementRow } from '../model/statement.ts'

/** The maximum length of a regular expression. */
const MAX_PATTERN_LENGTH = 500
/** How many regular expressions a layout may have: each of them reads every row. */
const MAX_PATTERNS = 200
/** How many conditions a layout may have in all. */
const MAX_CONDITIONS = 5000

type TextTest = (text: string) => boolean

/**
 * Returns a function that applies the first matching rule. A condition is a text the field contains, ignoring
 * case and spacing, or a regular expression between slashes.
 * @throws UserError if a pattern is invalid or a column does not exist
 */
export async function compileRowRules(
  rules: readonly RowRule[],
  statement: Statement,
): Promise<OverrideLookup> {
  assertFewConditions(rules.flatMap(({ if: conditions }) => Object.values(conditions)))
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

/**
 * Returns a function that reads the texts to test: payee or notes, both as imported and as the bank writes
 * them, or one column.
 */
function createTextReader(where: string, statement: Statement): (row: StatementRow) => string[] {
  if (where === 'payee') return ({ payee, raw_payee }) => [payee, raw_payee]
  if (where === 'notes') return ({ notes, raw_notes }) => [notes, raw_notes]
  const at = (statement.header?.cells ?? []).findIndex((cell) => toNameKey(cell) === toNameKey(where))
  if (at < 0) {
    throw new UserError('invalid', `A rule uses the column "${where}", which is not in the file`, {
      hint: `Use payee, notes or one of ${(statement.header?.cells ?? []).join(', ')}`,
    })
  }
  return (row) => [statement.cells(row)[at] ?? '']
}

/** Tells if texts meet the conditions of rules. Each condition is compiled once. */
export interface ConditionMatcher {
  /** @throws UserError if the condition is an invalid pattern */
  matches(condition: string, text: string): Promise<boolean>
}

/** Creates a matcher for the conditions of rules. */
export function createConditionMatcher(): ConditionMatcher {
  const tests = new Map<string, TextTest>()
  return {
    async matches(condition, text) {
      const test = tests.get(condition) ?? (await compileCondition(condition))
      tests.set(condition, test)
      return test(text)
    },
  }
}

const PATTERN = /^\/(.+)\/$/s

function assertFewConditions(conditions: readonly string[]): void {
  const patterns = conditions.filter((text) => PATTERN.test(text)).length
  if (patterns <= MAX_PATTERNS && conditions.length <= MAX_CONDITIONS) return
  const [count, what, most] =
    patterns > MAX_PATTERNS
      ? [patterns, 'regular expressions', MAX_PATTERNS]
      : [conditions.length, 'conditions', MAX_CONDITIONS]
  throw new UserError('invalid', `The layout has ${count} ${what}; the limit is ${most}`, {
    hint: 'Remove rules, or write several as one regular expression: /one|other/',
  })
}

const keys = new Map<string, string>()
const MAX_KEYS = 100

/** Returns the name key of a text of the current rows, which every condition asks for. */
function getNameKey(text: string): string {
  const known = keys.get(text)
  if (known !== undefined) return known
  if (keys.size === MAX_KEYS) keys.clear()
  const key = toNameKey(text)
  keys.set(text, key)
  return key
}

async function compileCondition(text: string): Promise<TextTest> {
  const [, pattern] = PATTERN.exec(text) ?? []
  if (pattern === undefined) {
    const key = toNameKey(text)
    return (found) => getNameKey(found).includes(key)
  }
  if (pattern.length > MAX_PATTERN_LENGTH)
    throw new UserError(
      'invalid',
      `A regular expression has ${pattern.length} characters; the limit is ${MAX_PATTERN_LENGTH}`,
    )
  // RE2 runs in linear time for every pattern; a layout may come from a stranger.
  const { RE2JS, RE2JSSyntaxException } = await import('re2js')
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
    return (found) => compiled.matcher(found).find()
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    throw new UserError('invalid', `Invalid regular expression ${text}: ${error.message}`, {
      hint: 'Backreferences and lookarounds are not supported',
    })
  }
}
