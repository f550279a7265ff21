/** Tests that merged names stay merged with the next file, and what is kept in the layout's file. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

let cli: CliHarness
const path = () => join(cli.folder, 'config', 'layouts', 'checking.json')
const run = (line: string, ...rest: Parameters<CliHarness['budget']>[1][]) =>
  cli.budget(splitShellWords(line).words, ...rest)
const putFile = (name: string, ...lines: readonly string[]) =>
  writeFileSync(join(cli.folder, name), `${['Date,Payee,Amount', ...lines].join('\n')}\n`)
const readRules = (): unknown => JSON.parse(readFileSync(path(), 'utf8')).rules
const listMerchants = async () =>
  (await run('merchants list --format csv --no-header --fields name')).stdout.trim().split(/\r?\n/).toSorted()

beforeEach(async () => {
  cli = createCliHarness()
  await run('accounts add Checking --type banking_checking')
  putFile('november.csv', '2026-11-02,KWIK FUEL 12 LEEDS,-30.00', '2026-11-03,Kwik Fuel,-20.00')
  putFile('december.csv', '2026-12-02,KWIK FUEL 12 LEEDS,-31.00', '2026-12-03,KWIK FUEL 12 LEEDS BAR,-2.00')
})
afterEach(() => cli.close())

describe.each([[''], ['--raw-merchants']])('after an import %s', (flag) => {
  beforeEach(async () => {
    expect(await run(`import november.csv --account Checking --accept ${flag}`)).toMatchObject({ code: 0 })
  })

  it('the next file brings the merged name', async () => {
    const [old = ''] = (await listMerchants()).filter((name) => name !== 'Kwik Fuel')
    expect(await run(`merchants merge "${old}" --into "Kwik Fuel" --layout checking --yes`)).toMatchObject({
      code: 0,
    })
    expect(await run('import december.csv --account Checking')).toMatchObject({ code: 0 })
    // The rule matches the same text of the bank, and what contains it.
    expect(await listMerchants()).toEqual(['Kwik Fuel'])
  })

  it('the old name comes back without a rule', async () => {
    const [old = ''] = (await listMerchants()).filter((name) => name !== 'Kwik Fuel')
    await run(`merchants merge "${old}" --into "Kwik Fuel" --yes`)
    await run('import december.csv --account Checking')
    expect(await listMerchants()).toContain(old)
  })
})

describe('the file of a layout', () => {
  beforeEach(async () => {
    await run('import november.csv --account Checking --accept')
  })
  const merge = (more: string) => run(`merchants merge "Kwik Fuel 12 Leeds" --into "Kwik Fuel" --yes ${more}`)

  it('keeps what the user wrote, and gets nothing twice', async () => {
    const mine = readFileSync(path(), 'utf8').replace(
      '"rules": []',
      '"note": "mine",\n  "rules": [\n    {"if":{"payee":"kiosk"},   "skip":true}\n  ]',
    )
    writeFileSync(path(), mine)
    await merge('--layout all')
    const saved = readFileSync(path(), 'utf8')
    expect(saved).toBe(
      mine.replace(
        '"skip":true}',
        '"skip":true},\n    { "if": { "payee": "Kwik Fuel 12 Leeds" }, "merchant": "Kwik Fuel" }',
      ),
    )
    await run('undo --yes')
    expect(readFileSync(path(), 'utf8')).toBe(saved)
    expect(await merge('--layout all')).toMatchObject({ code: 0 })
    expect(readFileSync(path(), 'utf8')).toBe(saved)
  })

  it('stays as it is in a dry run, which lists the rule', async () => {
    const { stdout } = await merge('--layout checking --dry-run --json')
    expect(JSON.parse(stdout).plan).toContainEqual({
      method: null,
      path: null,
      body: null,
      type: 'layout',
      id: 'checking',
      before: { name: 'checking', rules: null },
      after: { name: 'checking', rules: [{ if: { payee: 'Kwik Fuel 12 Leeds' }, merchant: 'Kwik Fuel' }] },
    })
    expect(readRules()).toEqual([])
  })

  it('is not asked about in a script without --layout', async () => {
    expect(await merge('')).toMatchObject({ code: 0, stderr: '' })
    expect(readRules()).toEqual([])
  })

  it('stops the command before anything changes if it is damaged or unknown', async () => {
    const before = await listMerchants()
    expect(await merge('--layout savings')).toMatchObject({ code: 6 })
    writeFileSync(path(), '{"fingerprint":1}')
    expect(await merge('--layout all')).toMatchObject({ code: 3 })
    expect(await listMerchants()).toEqual(before)
    // Who has not named it is not stopped by it.
    expect(
      await run('merchants merge "Kwik Fuel 12 Leeds" --into "Kwik Fuel"', {
        terminal: 200,
        answers: ['yes'],
      }),
    ).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('No rules for the next import'),
    })
  })

  it('is kept if somebody changes its rules while the question is open', async () => {
    const { code, stderr } = await run('merchants merge "Kwik Fuel 12 Leeds" --into "Kwik Fuel"', {
      terminal: 200,
      get answers(): string[] {
        const queue = ['yes', 'In the layout checking: 1 rule']
        queue.shift = () => {
          if (queue.length === 1)
            writeFileSync(
              path(),
              readFileSync(path(), 'utf8').replace('[]', '[{"if":{"payee":"x"},"skip":true}]'),
            )
          return queue.splice(0, 1)[0]
        }
        return queue
      },
    })
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('have just been changed'),
    })
    expect(readRules()).toEqual([{ if: { payee: 'x' }, skip: true }])
  })

  it('shows the rules to a user who answers every question with yes', async () => {
    const { stderr } = await run('merchants merge "Kwik Fuel 12 Leeds" --into "Kwik Fuel" --yes', {
      terminal: 200,
    })
    expect(stderr).toContain('  {"if":{"payee":"Kwik Fuel 12 Leeds"},"merchant":"Kwik Fuel"}')
  })
})
