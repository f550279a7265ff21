/** Tests `budget history`, `undo` and `redo` with a history in memory. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CliHarness, createCliHarness, type HarnessRunOptions } from '../../support/cli-harness.ts'
import { createEntry, createFakeHistory, type FakeHistory } from '../../support/fake-history.ts'
import { splitShellWords } from '../../transcripts/transcript.ts'

let cli: CliHarness
let history: FakeHistory
beforeAll(async () => {
  cli = createCliHarness()
  await cli.budget(['init', '--name', 'Home', '--currency', 'EUR'])
  await cli.budget(['accounts', 'add', 'Rent', '--type', 'banking_checking'])
  await cli.budget(['accounts', 'add', 'Checking', '--type', 'banking_checking'])
})
afterAll(() => cli.close())
beforeEach(() => {
  history = createFakeHistory([
    createEntry(1, { at: '2026-11-03T10:00:00.000Z', command: 'init', counts: { category: 10, account: 1 } }),
    createEntry(2, {
      at: '2026-11-19T10:00:00.000Z',
      command: 'PATCH /transactions/{transaction_id}',
      actor: 'laptop',
      counts: { transaction: 1 },
    }),
    createEntry(3),
  ])
})

const run = (line: string, options: HarnessRunOptions = {}) =>
  cli.budget(splitShellWords(line).words, { ...options, connection: { history: () => history } })
const onTerminal = (line: string, options: HarnessRunOptions = {}) =>
  run(line, { terminal: 80, env: { NO_COLOR: '1', TZ: 'UTC', BUDGET_PAGER: 'cat' }, ...options })

describe('budget history', () => {
  it('lists entries on 80 columns, newest first, with what was undone', async () => {
    await run('undo 3 --yes')
    const { stdout } = await onTerminal('history')
    const lines = stdout.split('\n').map((line) => line.trimEnd())
    expect(lines[0]).toMatch(/^#\s+When\s+What\s+Changed$/)
    expect(lines.slice(1, 5).map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['4', '2 min ago', 'undo 3: month copy last', '1 assignment'],
      ['3', '2 min ago', 'month copy last', 'undone by 4: 1 assignment'],
      ['2', 'yesterday', 'key laptop: PATCH /transactions/{tran…', '1 transaction'],
      ['1', '2026-11-03', 'init', '1 account, 10 categories'],
    ])
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  it('gives scripts the fields of the entries, with timestamps', async () => {
    const { stdout } = await run('history --limit 1 --json')
    const { changes: _, ...entry } = createEntry(3)
    expect(JSON.parse(stdout)).toEqual([entry])
    expect((await run('history --limit 1')).stdout.split('\n')[0]).toBe(
      'id\tat\tcommand\tcounts\tactor\tundoes\tundone_by\tnot_undoable',
    )
  })

  it.each([
    ['history', { limit: 50 }],
    ['history --limit 3', { limit: 3 }],
    ['history --since 2026-11-10', { limit: 50, since: new Date('2026-11-10T00:00:00').toISOString() }],
    ['history --of txn_01', { limit: 50, entity: { type: 'transaction', id: 'txn_01' } }],
    ['history --of checking', { limit: 50, entity: { type: 'account', id: expect.stringMatching(/^acc_/) } }],
    ['history --of groc', { limit: 50, entity: { type: 'category', id: expect.stringMatching(/^cat_/) } }],
  ])('asks for what the flags say: %s', async (line, filter) => {
    expect(await run(line)).toMatchObject({ code: 0 })
    expect(history.filters).toEqual([filter])
  })

  it('refuses a name that an account and a category have', async () => {
    const { code, stderr } = await run('history --of rent')
    expect({ code, stderr: stderr.replace(/(acc|cat)_\w+/g, '$1') }).toEqual({
      code: 6,
      stderr: '"rent" is an account, Rent, and a category, Rent\n  Use its id: acc or cat\n',
    })
  })

  it('shows everything that an entry changed, from what to what', async () => {
    const { stdout } = await onTerminal('history show 3')
    expect(stdout.replace(/20\d\d-\d\d-\d\d \d\d:\d\d/, 'WHEN')).toBe(
      '3  month copy last\nWHEN, 2 min ago\n\nAssigned to Groceries in 2026-11\n    Assigned: 0.00 → 400.00\n',
    )
    expect(JSON.parse((await run('history show 3 --json')).stdout)).toEqual(createEntry(3))
    expect(await run('history show 9')).toMatchObject({
      code: 6,
      stderr: 'The history has no entry 9\n  budget history lists the entries\n',
    })
  })

  it('shows no control characters of a command', async () => {
    history.entries.push(createEntry(4, { command: 'tx add -5 \u001b[31m', actor: 'a\u0007b' }))
    for (const line of ['history', 'history show 4', 'undo 4 --dry-run'])
      expect({ line, said: (await onTerminal(line)).stdout }).toEqual({
        line,
        said: expect.not.stringMatching(/\u0007|\u001b/),
      })
  })
})

describe('budget undo', () => {
  it('takes back the newest change at once, because redo brings it back', async () => {
    const { stdout, stderr, code } = await onTerminal('undo')
    expect({ stdout, stderr, code }).toEqual({
      stdout: 'Undid 3, month copy last: 1 assignment\n',
      stderr: '',
      code: 0,
    })
    expect(history.entries.at(-1)).toMatchObject({ id: 4, undoes: 3 })
    expect(await run('redo')).toMatchObject({ code: 0 })
  })

  it('does nothing without a yes when it takes back several changes', async () => {
    expect(await onTerminal('undo 2 --with-later', { answers: ['no'] })).toMatchObject({ code: 10 })
    expect(await run('undo 2 --with-later')).toMatchObject({ code: 10 })
    expect(history.entries).toHaveLength(3)
  })

  it('says first what is lost, what it costs and what else is taken back', async () => {
    history = createFakeHistory([createEntry(1), createEntry(2, { command: 'month fund --all' })], {
      ready_to_assign: { month: '2026-11', before: '0.00', after: '1845.00' },
      requests: 5,
      lost: ['The group Fun stays, because the service cannot delete groups'],
    })
    const { stderr, stdout } = await onTerminal('undo 1 --with-later', { answers: ['yes'] })
    expect(stderr.split('\n')).toEqual([
      'The group Fun stays, because the service cannot delete groups',
      'This requires 5 requests',
      'This undoes 2 changes, newest first:',
      '    Undoes 2, month fund --all: 1 assignment',
      '    Undoes 1, month copy last: 1 assignment',
      'Undoes 2 changes. Ready to Assign 0.00 → 1,845.00. Continue? yes',
      '',
    ])
    expect(stdout).toBe('Undid 2 changes\nReady to Assign 0.00 → 1,845.00\n')
  })

  it('tells what is lost also with --yes', async () => {
    history = createFakeHistory([createEntry(1)], { lost: ['The merge stays'] })
    expect(await run('undo --yes --with-later')).toMatchObject({ code: 0, stderr: 'The merge stays\n' })
  })

  it('shows in a dry run what would change, and changes nothing', async () => {
    const { stdout } = await onTerminal('undo --dry-run')
    expect(stdout.split('\n')).toEqual([
      'Undoes 3, month copy last: 1 assignment',
      'Assign to Groceries in 2026-11',
      '    Assigned: 400.00 → 0.00',
      'Nothing was changed',
      '',
    ])
    const { plan, requests, entries } = JSON.parse((await run('undo --dry-run --json')).stdout)
    expect({ requests, ids: entries.map(({ id }: { id: number }) => id) }).toEqual({ requests: 0, ids: [3] })
    expect(plan).toEqual([
      {
        method: null,
        path: null,
        body: null,
        type: 'assignment',
        id: '2026-11/cat_1',
        before: { name: 'Groceries', assigned: '400.00' },
        after: { name: 'Groceries', assigned: '0.00' },
      },
    ])
    expect(history.entries).toHaveLength(3)
  })

  it.each([
    ['undo 9 --yes', 6, /^The history has no entry 9\n/],
    ['undo 1 --yes', 7, /changed since by 2; nothing was changed/],
    ['redo 3 --yes', 7, /^3 is in effect, so there is nothing to redo\n/],
    ['redo --yes', 6, /^There is nothing to redo\n/],
  ])('refuses what it cannot do: %s', async (line, code, message) => {
    expect(await run(line)).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) })
    expect(history.entries).toHaveLength(3)
  })

  it('refuses an entry that is undone already, or that cannot be undone', async () => {
    await run('undo --yes')
    expect(await run('undo 3 --yes')).toMatchObject({
      code: 7,
      stderr: '3 was already undone by 4\n  To redo it: budget redo 3\n',
    })
    history = createFakeHistory([createEntry(1, { not_undoable: 'an older version of budget wrote it' })])
    expect(await run('undo --yes')).toMatchObject({
      code: 7,
      stderr: expect.stringMatching(/^1 cannot be undone: an older version of budget wrote it\n/),
    })
    history = createFakeHistory([])
    expect(await run('undo --yes')).toMatchObject({
      code: 6,
      stderr: 'There is nothing to undo\n  budget history lists the changes\n',
    })
  })
})

describe('budget redo', () => {
  it.each(['redo', 'redo 3', 'redo 4'])('makes the change again: %s', async (line) => {
    await run('undo --yes')
    const { stdout } = await onTerminal(line)
    expect(stdout).toBe('Redid 3, month copy last: 1 assignment\n')
    expect(history.entries.map(({ undoes, undone_by }) => [undoes, undone_by])).toEqual([
      [null, null],
      [null, null],
      [null, null],
      [3, 5],
      [4, null],
    ])
  })

  it('goes back and forth as often as wanted', async () => {
    for (const line of ['undo', 'redo', 'undo', 'redo'])
      expect(await run(`${line} --yes`)).toMatchObject({ code: 0 })
    expect(history.entries[2]?.undone_by).toBe(null)
    expect(await run('redo --yes')).toMatchObject({ code: 6 })
    expect(await run('redo 4 --yes')).toMatchObject({
      code: 7,
      stderr: expect.stringMatching(/^The undo 4 was already undone by 5\n/),
    })
  })
})

describe('the hint after a change', () => {
  const change = (line: string, recorded: number | undefined, options: HarnessRunOptions = {}) =>
    cli.budget(splitShellWords(line).words, {
      terminal: 80,
      env: { NO_COLOR: '1' },
      answers: ['yes'],
      ...options,
      connection: { history: () => history, recordedEntry: () => recorded },
    })

  it.each([
    ['tx add -5 --account Checking', 3, 'Undo with: budget undo\n'],
    ['tx add -5 --account Checking', 2, 'Undo with: budget undo 2\n'],
    ['tx add -5 --account Checking --quiet', 3, ''],
    ['tx add -5 --account Checking', undefined, ''],
    ['tx add -5 --account Checking --dry-run', 3, ''],
    ['tx list', 3, ''],
  ])('of %s, which recorded %s', async (line, recorded, hint) => {
    const { stderr, code } = await change(line, recorded)
    expect({ code, hint: stderr.match(/^(?:Undo|Redo) with.*\n/m)?.[0] ?? '' }).toEqual({ code: 0, hint })
  })

  it('is not for pipes, and not for what cannot be undone', async () => {
    expect(await run('tx add -5 --account Checking', {})).toMatchObject({ stderr: '' })
    history = createFakeHistory([createEntry(1, { not_undoable: 'it was a merge' })])
    expect((await change('tx add -5 --account Checking', 1)).stderr).not.toContain('with: budget')
  })

  it('is about redo after an undo, and about undo after a redo', async () => {
    expect((await change('undo', 4)).stderr).toContain('Redo with: budget redo\n')
    expect((await change('redo', 5)).stderr).toContain('Undo with: budget undo\n')
  })

  it('names the profile that was typed', async () => {
    const { stderr } = await change('tx add -5 --account Checking --profile local', 3)
    expect(stderr).toBe('Undo with: budget undo --profile local\n')
  })
})
