/** Commit subjects follow the grammar in CONTRIBUTING.md, since the commit that introduced it. */

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** The last commit before the grammar was checked. */
const SINCE = '16a4c13'

const SUBJECT =
  /^(?:feat|fix|perf|refactor|docs|test|build|ci|chore|revert|style)(?:\([a-z][a-z0-9,-]*\))?!?: [a-z0-9`"$-].*[^.\s]$/

/** Pushed with two characters too many; the history that others work on is not rewritten for it. */
const PUSHED_TOO_LONG = '6d795d3f'

/** What is wrong with the subject of a commit; undefined when it follows the grammar. */
function findProblem(subject: string): string | undefined {
  if (subject.length > 110) return 'is longer than 110 characters'
  return SUBJECT.test(subject) ? undefined : 'is not "type(scope): what it does"'
}

/** The subjects since the rule began, merges left out; undefined where the history is not there, as in a tarball. */
function listSubjects(): string[] | undefined {
  try {
    const log = execFileSync(
      'git',
      ['log', '--no-merges', '--format=%h %s', '--abbrev=8', `${SINCE}..HEAD`],
      {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    return log
      .split('\n')
      .flatMap((line) => (line && !line.startsWith(PUSHED_TOO_LONG) ? [line.slice(9)] : []))
  } catch {
    return undefined
  }
}

const subjects = listSubjects()

describe('commit subjects', () => {
  test.skipIf(subjects === undefined)('follow the grammar', () => {
    const wrong = (subjects ?? []).flatMap((subject) => {
      const problem = findProblem(subject)
      return problem ? [`"${subject}" ${problem}`] : []
    })
    expect(wrong).toEqual([])
  })

  test.each([
    ['fix(import): keep the flag column in the printed mapping', undefined],
    ['perf: minify the bundle', undefined],
    ['Fix the mapping', 'is not "type(scope): what it does"'],
    ['fix(import): Keep the flag column', 'is not "type(scope): what it does"'],
    ['fix(import): keep the flag column.', 'is not "type(scope): what it does"'],
    [`fix: ${'very '.repeat(22)}long`, 'is longer than 110 characters'],
  ])('are judged: %s', (subject, problem) => {
    expect(findProblem(subject)).toBe(problem)
  })
})
