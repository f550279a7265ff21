/** Tests that every list of transactions is read until `next_cursor` is null. @see docs/spec.md#p5 */

import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Who may ask for a single page, and why a short or empty one is taken for no end there. */
const singlePages: Readonly<Record<string, string>> = {
  'src/contract/paginate.ts': 'follows the cursor',
  'src/transactions/list-transactions.ts': 'passes pages on to paginateTransactions',
  'src/cli/run-remotely.ts': 'passes pages on',
  'src/remote/dry-run/recording-api.ts': 'passes pages on',
  'src/page/recent-screen.ts': 'shows a page with a link to the next one',
  'src/page/likely-entries.ts': 'proposes merchants of the newest page',
}

test('every caller of listTransactions follows next_cursor, or shows that there are more pages', () => {
  const callers = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name}`)
    .filter((path) => path.endsWith('.ts') && /\bapi\.listTransactions\(/.test(readFileSync(path, 'utf8')))
  expect(callers.toSorted()).toEqual(Object.keys(singlePages).toSorted())
})
