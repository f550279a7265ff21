/** Tests `imports undo`. */

import { expect, test } from 'vitest'
import { createRemoteHarness, type RemoteHarness } from '../support/remote-harness.ts'

const rows = (count: number): string =>
  Array.from({ length: count }, (_, at) => `2026-10-${10 + (at % 19)},Shop ${at},-${at + 1}.00`).join('\n')

/** Runs `work` on a remote workspace into which a file was imported. */
async function withImport(count: number, work: (elsewhere: RemoteHarness) => Promise<void>): Promise<void> {
  const elsewhere = await createRemoteHarness()
  try {
    elsewhere.writeFile('bank.csv', `Date,Payee,Amount\n${rows(count)}\n`)
    await elsewhere.runOk('import bank.csv --account Checking --accept', { rateLimit: 1000 })
    await work(elsewhere)
  } finally {
    elsewhere.close()
  }
}

test('a dry run of undoing an import elsewhere reads pages, not each row', async () => {
  await withImport(600, async ({ run: ask }) => {
    const { requests, stdout, code } = await ask('imports undo bank.csv --dry-run --json')
    expect(code).toBe(0)
    expect(requests).toHaveLength(2)
    const { plan, requests: needed } = JSON.parse(stdout)
    expect(needed).toBe(600)
    expect(plan).toHaveLength(600)
    expect(plan[0]).toMatchObject({ method: 'DELETE', before: { deleted: false }, after: { deleted: true } })
  })
})

test('rows that were deleted since are not asked for one by one', async () => {
  await withImport(40, async ({ run: ask, runOk }) => {
    const ids = await runOk('tx list --account Checking --search Shop --all --format ids')
    await runOk(`tx delete ${ids.split('\n').slice(0, 30).join(' ')} --yes`)
    const { requests, stdout } = await ask('imports undo bank.csv --dry-run --json')
    expect(JSON.parse(stdout).plan).toHaveLength(10)
    expect(requests).toHaveLength(2)
  })
})

test('before an import is undone it is told what that costs and what was changed by hand', async () => {
  await withImport(3, async ({ run, runOk }) => {
    const [id] = (await runOk('tx list --account Checking --search Shop --all --format ids')).split('\n')
    await runOk(`tx edit ${id} --notes "split with Ann" --yes`, { later: 60_000 })
    const asked = await run('imports undo bank.csv', { terminal: 100, answers: ['yes'] })
    expect(asked.stderr).toContain('bank.csv: none reconciled, 1 changed since the import\n')
    expect(asked.stderr).toContain('Delete 3 transactions, -6.00 net, in 3 requests? yes\n')
    expect(asked.stdout).toContain('undone: 3 transactions deleted')
  })
})

test('an import of one row is one transaction', async () => {
  await withImport(1, async ({ run }) => {
    const { stderr, stdout } = await run('imports undo bank.csv', { terminal: 100, answers: ['yes'] })
    expect(stderr).toContain('Delete 1 transaction, -1.00 net, in 1 request? yes\n')
    expect(stdout).toContain('undone: 1 transaction deleted')
  })
})

test('an empty name means no import, not the only one there is', async () => {
  await withImport(2, async ({ run }) => {
    for (const command of ['undo', 'show', 'resume']) {
      const { code, stderr } = await run(`imports ${command} "" --yes`)
      expect({ command, code, stderr }).toMatchObject({ command, code: 6 })
      expect(stderr).toContain('No import named ""\n')
    }
    expect(
      (await run('tx list --account Checking --search Shop --format ids')).stdout.trim().split('\n'),
    ).toHaveLength(2)
  })
})

test('what was done to the rows since is told once, also on a terminal', async () => {
  await withImport(2, async ({ run: ask }) => {
    const { stderr } = await ask('imports undo bank.csv --dry-run', { terminal: 120 })
    expect(stderr.match(/changed since the import/g)).toHaveLength(1)
  })
})
