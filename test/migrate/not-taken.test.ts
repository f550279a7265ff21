/** Tests that the reasons why something is not taken are written alike, because they end one line. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../src/migrate')
// The third of a row, or `why` of an object.
const REASON = /(?:\bwhy(?::| =)|\[\s*'[^']+',[^'`\]]+,)\s*[`'](.+?)[`'],?(?: \}|\]|$)/gm

test('Every reason is a phrase that begins with a small letter or a name, and has no full stop', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const reasons = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(REASON)].map(([, reason = '']) => reason),
  )
  expect(reasons.length).toBeGreaterThan(30)
  expect(
    reasons.filter(
      (reason) => !/^(?:[a-z]|Actual |\$\{program\} )/.test(reason) || /\. [A-Z]|\.$/.test(reason),
    ),
  ).toEqual([])
})
