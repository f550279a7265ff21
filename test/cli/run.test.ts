/** Tests exit codes, errors and output of whole invocations. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'

let cli: CliHarness
beforeEach(async () => {
  cli = createCliHarness()
  await cli.budget(['accounts', 'add', 'Checking', '--type', 'banking_checking', '--balance', '10'])
})
afterEach(() => cli.close())

const runCommand = (line: string) => cli.budget(line.split(' '))

describe('the first use', () => {
  const startAfresh = () => createCliHarness(true)

  it('leads to init on a terminal, and creates nothing', async () => {
    const fresh = startAfresh()
    const { stderr, code } = await fresh.budget(['month'], { terminal: 80, env: { NO_COLOR: '1' } })
    expect({ stderr, code }).toEqual({
      stderr: 'There is no budget yet\n  To create one: budget init\n',
      code: 6,
    })
    expect((await fresh.budget(['workspaces', '--json'])).stdout).toBe('[]\n')
    fresh.close()
  })

  it.each(['status', 'accounts list', 'review'])('creates nothing for %s --read-only', async (line) => {
    const fresh = startAfresh()
    const { stderr, code } = await fresh.budget([...line.split(' '), '--read-only'])
    expect({ stderr, code }).toEqual({
      stderr: 'There is no budget yet\n  To create one: budget init\n',
      code: 6,
    })
    expect((await fresh.budget(['workspaces', '--json'])).stdout).toBe('[]\n')
    fresh.close()
  })

  it('creates nothing with BUDGET_READ_ONLY', async () => {
    const fresh = startAfresh()
    expect(await fresh.budget(['status'], { env: { BUDGET_READ_ONLY: '1' } })).toMatchObject({ code: 6 })
    expect((await fresh.budget(['workspaces', '--json'])).stdout).toBe('[]\n')
    fresh.close()
  })

  it('creates nothing for a shell that completes', async () => {
    const fresh = startAfresh()
    await fresh.budget(['__complete', 'budget', 'accounts', 'show', ''])
    expect((await fresh.budget(['workspaces', '--json'])).stdout).toBe('[]\n')
    fresh.close()
  })

  it('shows the state and the next step without a command', async () => {
    const { stdout, stderr, code } = await cli.budget([], { terminal: 80 })
    expect(stdout.split('\n').slice(1)).toEqual([
      'Ready to Assign  10.00 USD',
      'On budget        10.00 USD',
      'Needs review     0',
      'Next: budget month assign CATEGORY AMOUNT',
      '',
    ])
    expect({ stderr, code }).toEqual({ stderr: 'Run budget --help for all commands.\n', code: 0 })
  })
})

describe('a line', () => {
  it('is understood with the global flags in any position', async () => {
    const wanted = '[\n  {\n    "balance": "10.00"\n  }\n]\n'
    for (const line of [
      '--fields balance accounts list',
      'accounts --fields balance list',
      'accounts list --fields=balance',
      '-f json --fields balance account',
    ]) {
      expect([line, (await runCommand(line)).stdout]).toEqual([line, wanted])
    }
  })

  it('takes negative amounts as they are', async () => {
    await runCommand('tx add --account Checking --amount -42.10')
    await runCommand('tx add --account Checking --amount=-1,042.10')
    const { stdout } = await runCommand('tx list --max -1 --fields amount --format csv --no-header')
    expect(stdout).toBe('-1042.10\n-42.10\n')
  })

  it('puts nothing on stdout when it fails and a program reads', async () => {
    const outcome = await runCommand('accounts show Nobody --json')
    expect(outcome.stdout).toBe('')
    expect(JSON.parse(outcome.stderr)).toEqual({
      error: {
        id: '404',
        name: 'not_found',
        detail: 'No account named "Nobody"',
        hint: 'The accounts are "Checking"',
        exit_code: 6,
      },
    })
  })

  it('stops asking for pages once nobody reads', async () => {
    const { code, stderr } = await cli.budget(['tx', '--json'], { reads: 0 })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })
})

describe('a text to be copied', () => {
  it('is not wrapped at the width of the terminal', async () => {
    // The words of a path could be taken apart.
    const env = { BUDGET_DATA_DIR: join(cli.folder, 'a directory with a long name of many words') }
    const { stdout } = await cli.budget(['db', 'path'], { env, terminal: 40 })
    expect(stdout.trimEnd().split('\n')).toEqual([expect.stringContaining('many words')])
  })
})

describe('--output', () => {
  it('writes what would have stood on stdout, without colour or truncation', async () => {
    await cli.budget(['accounts', '-o', 'accounts.tsv', '--fields', 'name', '-f', 'tsv'], {
      terminal: 20,
      env: { FORCE_COLOR: '1' },
    })
    expect(readFileSync(join(cli.folder, 'accounts.tsv'), 'utf8')).toBe('name\nChecking\n')
  })

  it('leaves no file behind when the command fails', async () => {
    const { code } = await runCommand('accounts --fields nonsense -o accounts.json')
    expect(code).toBe(2)
    expect(() => readFileSync(join(cli.folder, 'accounts.json'))).toThrow('ENOENT')
  })
})

describe('a change whose result cannot be written', () => {
  it('is not begun where --output tells so beforehand', async () => {
    writeFileSync(join(cli.folder, 'there.txt'), '')
    for (const output of ['there.txt', 'nowhere/x', '.']) {
      const { code } = await runCommand(`tx add -1 Foo -o ${output}`)
      expect([output, code > 0]).toEqual([output, true])
      expect((await runCommand(`groups add Fun -o ${output}`)).code).toBe(code)
    }
    expect((await runCommand('tx list --search Foo --format ids')).stdout).toBe('')
    expect((await runCommand('groups --fields name --format tsv --no-header')).stdout).not.toContain('Fun')
  })

  it('is said to be done when the disk is full', async () => {
    const { code, stderr } = await cli.budget(['tx', 'add', '-1', 'Foo'], { isFull: true })
    expect({ code, stderr }).toEqual({
      code: 12,
      stderr:
        'The disk is full: not everything was written; the command succeeded, but its output was lost\n',
    })
    expect((await cli.budget(['accounts'], { isFull: true })).stderr).toBe(
      'The disk is full: not everything was written\n',
    )
  })
})

describe('a destructive command', () => {
  it('asks nobody where CI runs it, even on a terminal', async () => {
    const { code } = await cli.budget(['accounts', 'delete', 'Checking'], {
      terminal: 80,
      env: { CI: 'true' },
    })
    expect(code).toBe(10)
  })

  it('changes nothing under --dry-run and needs no yes', async () => {
    const { code } = await runCommand('accounts close Checking --dry-run')
    expect(code).toBe(0)
    expect((await runCommand('accounts --fields closed --format csv --no-header')).stdout).toBe('false\n')
  })
})

describe('the service', () => {
  it('says where it listens, answers, and ends cleanly when it is told to', async () => {
    const { stdout: key } = await runCommand('keys create --fields key --format tsv --no-header')
    const { stdout: workspace } = await runCommand('workspaces --format ids')
    const ending = new AbortController()
    const serving = cli.budget(['serve', '--port', '0'], {
      signal: ending.signal,
      listening: (url) => answered(url),
    })
    async function answered(url: string) {
      const reply = await fetch(`${url}/v1/workspaces/${workspace.trim()}/accounts`, {
        headers: { Authorization: `Bearer ${key.trim()}` },
      })
      expect(reply.status).toBe(200)
      ending.abort()
    }
    const { stdout, code } = await serving
    expect({ stdout: stdout.replace(/\d+\n$/, ''), code }).toEqual({
      stdout: 'listening on http://127.0.0.1:',
      code: 0,
    })
  })
})
