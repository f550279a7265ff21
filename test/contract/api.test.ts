/** Tests that the operations are those of the API document. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operations } from '../../src/contract/api.ts'

const document = join(import.meta.dirname, '../../docs/api.md')

/** Lists the endpoints of the API document: rows `| GET | /accounts | …` of its tables. */
const documented = (text: string): string[] =>
  [...text.matchAll(/^\| (GET|POST|PATCH|DELETE) \| (\/\S+) \|/gm)].map(
    ([, method, path]) => `${method} ${path}`,
  )

test('every endpoint of the API document is an operation, in its order, and nothing else is', () => {
  const contract = Object.values(operations)
    .filter(({ path }) => !path.startsWith('/schedules')) // an extension
    .map(({ method, path }) => `${method} ${path}`)
  expect(contract).toEqual(documented(readFileSync(document, 'utf8')))
})
