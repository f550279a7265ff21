/** Tests how near matches are decided. */

import { expect, test } from 'vitest'
import { createRemoteHarness } from '../support/remote-harness.ts'

test('what was said of a row that may be there holds for whoever goes on', async () => {
  const elsewhere = await createRemoteHarness()
  try {
    await elsewhere.run('tx add -3.50 Kiosk --account Checking --date 2026-10-02')
    const rows = Array.from({ length: 150 }, (_, at) => `2026-10-01,Shop ${at},-1.00\n`)
    elsewhere.writeFile('bank.csv', `Date,Payee,Amount\n${rows.join('')}2026-10-03,KIOSK AM PLATZ,-3.50\n`)
    const person = new AbortController()
    const requests: string[] = []
    requests.push = (request) => {
      if (request.startsWith('POST')) person.abort()
      return 0
    }
    const words = 'import bank.csv --account Checking --accept --possible ask'
    const answers = ['Different transaction: import it']
    const begun = await elsewhere.run(words, { requests, signal: person.signal, terminal: 80, answers })
    expect(begun.stdout).toContain('100 rows imported')
    const { stdout, code } = await elsewhere.run('imports resume --json')
    expect(JSON.parse(stdout)).toMatchObject({ counts: { create: 51, duplicate: 100, held: 0 } })
    expect(code).toBe(0)
  } finally {
    elsewhere.close()
  }
})
