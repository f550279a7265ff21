/** Tests what it costs to review a file before its rows are imported into a remote workspace. */

import { expect, it } from 'vitest'
import { createRemoteHarness } from '../../support/remote-harness.ts'

it('imports 300 reviewed rows with three requests, and they do not wait in the inbox', async () => {
  const remote = await createRemoteHarness()
  const rows = Array.from(
    { length: 300 },
    (_, at) => `2026-10-${10 + (at % 20)},Shop ${'ABC'[at % 3]},-${at + 1}.00`,
  )
  remote.writeFile('bank.csv', `Date,Payee,Amount\n${rows.join('\n')}\n`)
  const answers = ['c groc', 'c house', 'c eating', '']
  const { code, requests } = await remote.run('import bank.csv --account Checking --accept --review', {
    terminal: 80,
    answers,
  })
  expect(code).toBe(0)
  const methods = requests.map((line) => line.split(' ')[0])
  expect(methods.filter((method) => method !== 'GET')).toEqual(['POST', 'POST', 'POST'])
  // The currency, the account, the rows it has already, and the newest page, which suggestions learn from.
  expect(methods.filter((method) => method === 'GET')).toHaveLength(4)
  expect(JSON.parse((await remote.run('review --json')).stdout)).toEqual([])
  remote.close()
})

it('asks once, and goes on with the decisions of a review that was left', async () => {
  const remote = await createRemoteHarness()
  remote.writeFile(
    'bank.csv',
    'Date,Payee,Amount\n2026-10-10,Shop,-1.00\n2026-10-11,Rewe,-2.00\n2026-10-12,Dm,-3.00\n',
  )
  const importFile = (answers: string[], file = 'bank.csv') =>
    remote.run(`import ${file} --account Checking --review`, {
      terminal: 80,
      answers,
      env: { NO_COLOR: '1' },
    })
  const left = await importFile(['c groc', 'x', 'q'])
  expect([left.code, left.stderr]).toEqual([
    10,
    expect.stringContaining('2 decisions are saved on this computer; the same command continues'),
  ])
  // The inbox is another review.
  expect((await remote.run('review', { terminal: 80, answers: ['q'] })).stderr).not.toContain(
    'Changed elsewhere',
  )
  const { code, stdout, stderr } = await importFile(['c house', ''])
  expect([code, stdout]).toEqual([0, expect.stringContaining('1 of 3 left')])
  expect(`${stdout}${stderr}`).not.toContain('(y/N)')
  const booked = await remote.runOk('tx list --fields merchant_name,category_name --format tsv')
  expect(booked).toContain('Dm\tHousehold\nShop\tGroceries')
  expect(booked).not.toContain('Rewe')
  remote.close()
})
