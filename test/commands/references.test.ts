/** Tests references to transactions: what lists show is accepted wherever an id is asked. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { createRemoteHarness, type RemoteHarness } from '../support/remote-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

describe('on a local workspace', () => {
  let cli: CliHarness
  const run = (line: string) => cli.budget(splitShellWords(line).words)
  const show = (line: string) =>
    cli.budget(splitShellWords(line).words, { terminal: 120, env: { NO_COLOR: '1' } })
  const readNotes = async (id: string) =>
    (await run(`tx show ${id} --fields notes --format tsv --no-header`)).stdout.trim()

  beforeEach(async () => {
    cli = createCliHarness()
    await run('init --name Home --currency EUR')
    await run('accounts add Checking --type checking')
    for (const amount of ['-1', '-2', '-3']) await run(`tx add ${amount} Bakery`)
  })
  afterEach(() => cli.close())

  it('a terminal shows them first, and a script gets the columns it always got', async () => {
    const { stdout } = await show('tx list')
    expect(stdout.split('\n').map((line) => line.slice(0, 15))).toEqual([
      'Ref  Date      ',
      '03   2026-11-20',
      '02   2026-11-20',
      '01   2026-11-20',
      '',
    ])
    expect((await run('tx list')).stdout.split('\t')[0]).toBe('date')
    expect(Object.keys(JSON.parse((await run('tx list --json')).stdout)[0])).not.toContain('reference')
    expect((await show('tx show 02')).stdout).toContain('-2.00')
    expect((await show('accounts register Checking')).stdout).toContain('\n03   2026-11-20')
  })

  it('a reference means the transaction, in any case and with more of the id in front', async () => {
    await run('tx edit 02 --notes short')
    expect(await readNotes('000002')).toBe('short')
    for (let at = 4; at <= 10; at++) await run(`tx add -${at} Bakery`)
    await run('tx edit 0a --notes lower')
    expect(await readNotes('0A')).toBe('lower')
  })

  it('a reference of several transactions is refused, with the longer ones', async () => {
    const rows = Array.from({ length: 1030 }, () => ({
      amount: '-1',
      date: '2026-11-01',
      merchant_name: 'B',
    }))
    writeFileSync(join(cli.folder, 'rows.json'), JSON.stringify(rows))
    expect(
      (await cli.budget(['tx', 'add', '--stdin', '--account', 'Checking'], { stdin: 'rows.json' })).code,
    ).toBe(0)
    const { code, stderr } = await run('tx show 02')
    expect({ code, first: stderr.split('\n')[0] }).toEqual({
      code: 6,
      first: '"02" matches 2 transactions: 102, 002',
    })
    expect((await run('tx show 002')).code).toBe(0)
    expect((await show('tx list --limit 1')).stdout).toContain('\n003  2026-11-20')
  })

  it('last is what a command changed last, also after it was deleted', async () => {
    await run('tx edit 01 --notes first')
    expect(await readNotes('last')).toBe('first')
    await run('tx delete 02 --yes')
    expect((await run('tx restore last')).code).toBe(0)
    expect((await run('tx show 02 --fields deleted --format tsv --no-header')).stdout).toBe('false\n')
  })

  it('last is what an undo changed, unless the undo removed it', async () => {
    await run('tx edit 01 --notes first')
    await run('tx edit 02 --notes second')
    expect((await run('undo 6 --yes')).code).toBe(0)
    expect((await run('tx show last --fields amount --format tsv --no-header')).stdout).toBe('-1.00\n')
    await run('tx add -9 Kiosk')
    await run('undo --yes')
    expect((await run('tx show last --fields amount --format tsv --no-header')).stdout).toBe('-1.00\n')
  })

  it('last is refused when the last change was of several', async () => {
    await run('tx edit 01 02 03 --notes x')
    const { code, stderr } = await run('tx delete last --yes')
    expect({ code, first: stderr.split('\n')[0] }).toEqual({
      code: 6,
      first: 'The last change was to 3 transactions',
    })
  })

  it('one unknown reference leaves everything as it is', async () => {
    const { code, stderr } = await run('tx edit 01 zz 03 --notes x')
    expect({ code, first: stderr.split('\n')[0] }).toEqual({
      code: 6,
      first: 'No transaction has the reference or id "zz"',
    })
    expect(await readNotes('01')).toBe('')
  })
})

describe('on a remote profile', () => {
  let remote: RemoteHarness
  beforeEach(async () => {
    remote = await createRemoteHarness()
    await remote.runOk('tx add -1 Bakery --account Checking')
    await remote.runOk('tx add -2 Bakery --account Checking')
  })
  afterEach(() => remote.close())

  it('a reference costs no request once the transaction was listed', async () => {
    const listed = await remote.run('tx list', { terminal: 120, env: { NO_COLOR: '1' } })
    expect(listed.stdout).toContain('\n03   2026-11-20')
    const { code, requests } = await remote.run('tx edit 03 --notes x')
    expect({ code, requests: requests.length }).toEqual({ code: 0, requests: 1 })
  })

  it('a reference that was not listed costs the newest page', async () => {
    const { code, requests } = await remote.run('tx edit 03 --notes x')
    expect({ code, requests: requests.map((line) => line.split(' ')[0]) }).toEqual({
      code: 0,
      requests: ['GET', 'PATCH'],
    })
    const unknown = await remote.run('tx edit ZZ --notes x')
    expect({
      code: unknown.code,
      writes: unknown.requests.filter((line) => !line.startsWith('GET')),
    }).toEqual({
      code: 6,
      writes: [],
    })
  })

  it('last is known from the log of this computer', async () => {
    const { code, requests } = await remote.run('tx edit last --notes x')
    expect({ code, requests: requests.length }).toEqual({ code: 0, requests: 1 })
  })
})
