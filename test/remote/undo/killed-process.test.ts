/** Tests that a process that is killed while it changes a remote workspace, or takes something back, loses nothing. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { BudgetApi } from '../../../src/contract/api.ts'
import { paginateTransactions } from '../../../src/contract/paginate.ts'
import { buildWriter } from '../../store/writers.ts'
import { withRemote } from '../../support/remote-history.ts'

const kills = Number(process.env['KILLS'] ?? 4)
const program = buildWriter('recording_process', new URL('./recording-process.ts', import.meta.url))

/** Runs the process and kills it at some moment; returns true if it was still running. */
async function runKilled(args: readonly string[], milliseconds: number): Promise<boolean> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  await setTimeout(milliseconds)
  const isRunning = child.exitCode === null
  child.kill('SIGKILL')
  await ended
  return isRunning
}

async function countTransactions(api: BudgetApi, account_id: string): Promise<number> {
  let count = 0
  for await (const page of paginateTransactions(api, { account_id })) count += page.length
  return count
}

const createAccount = async (api: BudgetApi): Promise<string> =>
  (await api.createAccount({ body: { name: 'Checking', type: 'banking_checking' } })).account.id

/** A moment that differs from round to round. */
const pickMoment = (round: number): number => 20 + ((round * 137) % 300)

test('a change is in the history, or marked as unconfirmed', {
  timeout: 300_000 + kills * 5000,
}, async () => {
  await withRemote(async (remote) => {
    for (let round = 0; round < kills; round++) {
      const account = await createAccount(remote.otherApi)
      expect(await runKilled(remote.processArgs(account), pickMoment(round))).toBe(true)
      const applied = await countTransactions(remote.otherApi, account)
      const writes = remote.log.listEntries({}).flatMap(({ id }) => remote.log.listWrites(id))
      const ofAccount = writes.filter(({ changes }) => changes[0]?.after?.['account_id'] === account)
      const done = ofAccount.filter(({ state }) => state === 'done').length
      const sent = ofAccount.filter(({ state }) => state === 'sent').length
      expect(sent).toBeLessThanOrEqual(1)
      expect(applied).toBeGreaterThanOrEqual(done)
      expect(applied).toBeLessThanOrEqual(done + sent)
    }
  })
})

test('an undo is finished by the next one', { timeout: 300_000 + kills * 5000 }, async () => {
  const rows = 60
  await withRemote(async (remote) => {
    let wereKilled = 0
    for (let round = 0; round < kills; round++) {
      const account_id = await createAccount(remote.otherApi)
      const transactions = Array.from({ length: rows }, (_, at) => ({
        account_id,
        date: '2026-11-05',
        amount: `-${at + 1}`,
      }))
      const id = await remote.invoke('import', (api) => api.createTransactions({ body: { transactions } }))
      if (await runKilled(remote.processArgs(account_id, id), pickMoment(round))) wereKilled++
      // Nothing shows before that what became of the last request.
      remote.passTime(600_000)
      const request = { id: id ?? 0, with_later: false }
      const entry = remote.log.findEntry(id ?? 0)
      if (entry?.undone_by === null) await remote.withHistory((history) => history.undo(request))
      expect(await countTransactions(remote.otherApi, account_id)).toBe(0)
      const by = remote.log.findEntry(id ?? 0)?.undone_by ?? 0
      await remote.withHistory((history) => history.undo({ id: by, with_later: false }))
      expect(await countTransactions(remote.otherApi, account_id)).toBe(rows)
    }
    expect(wereKilled).toBeGreaterThan(0)
  })
})
