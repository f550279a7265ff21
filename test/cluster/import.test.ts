/** Tests that a bank file is imported exactly once through machines that die, and that no password is shown. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startBalancer } from './bank/balancer.ts'
import {
  createMachineEnvironment,
  runProgram,
  startMachineProcesses,
  uploadWorkspace,
} from './bank/machines.ts'
import { postgresBin, startPrimary } from './postgres-server.ts'

const rows = Number(process.env['IMPORT_ROWS'] ?? 10_000)

/** Returns a bank file whose rows have amounts and texts of their own. */
const createFile = (): string =>
  [
    'Date,Description,Amount',
    ...Array.from({ length: rows }, (_, number) => {
      const day = new Date(Date.UTC(2026, 0, 1) + (number % 300) * 86_400_000).toISOString().slice(0, 10)
      return `${day},Shop ${number} of ${rows},-${(number + 100) / 100}`
    }),
  ].join('\n')

describe.skipIf(postgresBin === undefined)('machines that die', () => {
  test(`import ${rows} rows exactly once`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'budget-import-'))
    const primary = await startPrimary()
    const tool = createMachineEnvironment(join(folder, 'tool'), primary.url)
    const home = await uploadWorkspace(tool, { currency: 'USD', accounts: [['Checking']] })
    const machines = await startMachineProcesses(folder, Array(3).fill(primary.url))
    const balancer = await startBalancer(machines.map(({ port }) => port))
    const remote = {
      ...tool,
      BUDGET_BASE_URL: `http://127.0.0.1:${balancer.port}`,
      BUDGET_WORKSPACE: home.id,
      BUDGET_API_KEY: home.key,
    }
    const file = join(folder, 'bank.csv')
    writeFileSync(file, createFile())
    const done = new AbortController()
    let kills = 0
    const killer = (async () => {
      while (!done.signal.aborted) {
        await wait(400)
        const victim = machines[kills++ % machines.length]
        await victim?.kill()
        await victim?.start()
      }
    })()
    let runs = 0
    try {
      for (let isImported = false; !isImported && runs < 30; runs++)
        isImported = await runProgram(remote, ['import', file, '--account', 'Checking', '--accept']).then(
          () => true,
          () => false,
        )
    } finally {
      done.abort()
      await killer
    }
    const listed = JSON.parse(
      await runProgram(remote, ['tx', 'list', '--all', '--json', '--fields', 'merchant_name']),
    ) as { merchant_name: string }[]
    process.stdout.write(`${JSON.stringify({ kills, runs, rows: listed.length })}\n`)
    expect(kills).toBeGreaterThan(3)
    expect(listed).toHaveLength(rows)
    expect(new Set(listed.map(({ merchant_name }) => merchant_name)).size).toBe(rows)
    balancer.close()
    await Promise.all(machines.map((machine) => machine.kill()))
    await primary.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  test.each(['BUDGET_DATABASE_URL', '--database-file'])('show no password of %s', async (way) => {
    const folder = mkdtempSync(join(tmpdir(), 'budget-secret-'))
    const url = 'postgres://budget:hunter2@127.0.0.1:1/budget?sslmode=require'
    const file = join(folder, 'address')
    writeFileSync(file, `${url}\n`)
    const inEnvironment = way === 'BUDGET_DATABASE_URL'
    const env = createMachineEnvironment(folder, inEnvironment ? url : '')
    const flags = inEnvironment ? ['--database'] : ['--database-file', file]
    for (const command of [
      ['serve'],
      ['db', 'check'],
      ['keys', 'list', '--json'],
      ['workspaces', 'list', '--verbose'],
    ]) {
      const said = await runProgram(env, [...command, ...flags]).catch((error: unknown) => String(error))
      expect(said).toContain('The database cannot be reached: 127.0.0.1:1: connect ECONNREFUSED')
      expect(said).not.toMatch(/hunter2|warning/i)
    }
    for (const word of [`--database=${url}`, url]) {
      const said = await runProgram(env, ['keys', 'list', word]).catch(
        (error: Error) => error.message.split(' ended ')[1],
      )
      expect(said).not.toContain('hunter2')
    }
    rmSync(folder, { recursive: true })
  })
})
