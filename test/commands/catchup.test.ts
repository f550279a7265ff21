/** Tests `import --catchup`. */

import { expect, test } from 'vitest'
import { createRemoteHarness } from '../support/remote-harness.ts'

test('rows taken for known cost no requests, and are asked about as what they are', async () => {
  const elsewhere = await createRemoteHarness()
  try {
    const rows = Array.from({ length: 1000 }, (_, at) => `2026-10-0${(at % 9) + 1},Shop ${at},-3.00\n`)
    elsewhere.writeFile('big.csv', `Date,Payee,Amount\n${rows.join('')}`)
    const shown = await elsewhere.run('import big.csv --account Checking --catchup --dry-run --json')
    expect(JSON.parse(shown.stdout)).toMatchObject({ requests: 0, counts: { create: 1000 } })
    const words = 'import big.csv --account Checking --catchup --no-wait'
    const { code, stderr } = await elsewhere.run(words, { rateLimit: 6, terminal: 80, answers: ['yes'] })
    expect(stderr).toContain('Mark these 1000 rows as already imported in Checking? yes')
    expect(stderr).not.toContain('requests')
    expect(code).toBe(0)
  } finally {
    elsewhere.close()
  }
})
