/** Tests how names and ids are resolved. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findCategory, findMerchant, type NameIndex } from '../../../src/command/names/resolve-name.ts'
import { type CliHarness, createCliHarness } from '../../support/cli-harness.ts'
import { measureProcessorTime } from '../../support/machine-load.ts'
import { createRemoteHarness } from '../../support/remote-harness.ts'
import { splitShellWords } from '../../transcripts/transcript.ts'

let cli: CliHarness
const run = (line: string, performance = {}) => cli.budget(splitShellWords(line).words, performance)
const runOk = async (line: string): Promise<string> => {
  const { code, stdout, stderr } = await run(line)
  expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' })
  return stdout.trim()
}
const getField = async (line: string, name: string): Promise<string> =>
  runOk(`${line} --fields ${name} --format tsv --no-header`)

beforeAll(async () => {
  cli = createCliHarness()
  await runOk('init --name Home --currency EUR')
  await runOk('accounts add Checking --type banking_checking --balance 100')
})
afterAll(() => cli.close())

describe('a month after the bare noun', () => {
  it.each([
    ['last', '2026-10'],
    ['next', '2026-12'],
    ['this', '2026-11'],
    ['+1', '2026-12'],
    ['-1', '2026-10'],
    ['2026-09', '2026-09'],
  ])('budget month %s', async (word, month) => {
    expect(JSON.parse(await runOk(`month ${word} --json`)).month.month).toBe(month)
  })
})

describe('days', () => {
  it.each([
    ['-3d', '2026-11-17'],
    ['+2d', '2026-11-22'],
    ['tomorrow', '2026-11-21'],
    ['mon', '2026-11-16'],
    ['friday', '2026-11-20'],
    ['sat', '2026-11-14'],
  ])('%s is %s on Friday 2026-11-20', async (word, date) => {
    expect(await getField(`tx add -1 Shop --account Checking --date ${word}`, 'date')).toBe(date)
  })
})

describe('account types', () => {
  it.each([
    ['checking', 'banking_checking'],
    ['savings', 'banking_savings'],
    ['"credit card"', 'credit_credit_card'],
    ['Cash', 'banking_cash'],
    ['mortgage', 'loan_mortgage'],
    ['"auto loan"', 'loan_auto'],
    ['401k', 'investment_401k'],
  ])('%s is %s', async (word, type) => {
    expect(await getField(`accounts add "Of ${word.replaceAll('"', '')}" --type ${word}`, 'type')).toBe(type)
  })

  it('are guessed at when they are missed', async () => {
    const { code, stderr } = await run('accounts add X --type chequing')
    expect(code).toBe(3)
    expect(stderr).toBe('"chequing" is not an account type; did you mean "checking"?\n')
    expect((await run('accounts add X --type Card')).stderr).toContain('did you mean "credit card"?')
  })

  it('are told to a person in plain words', async () => {
    const { stdout } = await run('accounts types', { terminal: 80 })
    expect(stdout).toContain('credit card')
  })
})

describe('names', () => {
  it('reach an archived category by a unique beginning', async () => {
    await runOk('categories archive Electricity')
    expect(JSON.parse(await runOk('categories unarchive Elec --json'))[0].archived).toBe(false)
  })

  it('reach a closed account by a unique beginning', async () => {
    await runOk('accounts add "Old Savings" --type savings')
    await runOk('accounts close "Old Savings" --yes')
    expect(await getField('accounts reopen old', 'closed')).toBe('false')
  })

  it('may lack letters', async () => {
    for (const name of ['🍕', '123', '№ 5']) {
      await runOk(`categories add "${name}" --group Everyday`)
      expect(await getField(`categories show "${name}"`, 'name')).toBe(name)
      expect(await getField(`month assign "${name}" 1`, 'name')).toBe(name)
      expect(await getField(`tx add -1 "${name}" "${name}" --account Checking`, 'merchant_name')).toBe(name)
      expect(await getField(`merchants show "${name}"`, 'name')).toBe(name)
      await runOk(`accounts add "${name}" --type cash`)
      expect(await getField(`accounts show "${name}"`, 'name')).toBe(name)
    }
  })

  it('of merchants match anywhere, the beginning first', async () => {
    await runOk('merchants add "The Blue Heron"')
    await runOk('merchants add "Heron Books"')
    expect(await getField('merchants show blue', 'name')).toBe('The Blue Heron')
    expect(await getField('merchants show heron', 'name')).toBe('Heron Books')
  })

  it('rta is Ready to Assign in a filter too', async () => {
    await runOk('tx add 9 Employer rta --account Checking')
    expect(await runOk('tx list --category rta --fields amount --format tsv --no-header')).toBe(
      '9.00\n100.00',
    )
  })

  it('rta as the name of a category is reached by its group or id, and that is said', async () => {
    const { stderr, stdout } = await run('categories add rta --group Everyday --format ids')
    expect(stderr).toBe('"rta" means Ready to Assign; use Everyday/rta or the id for this category\n')
    expect(await getField('tx add -1 Shop Everyday/rta --account Checking', 'category_name')).toBe('rta')
    expect(await getField(`tx add -1 Shop ${stdout.trim()} --account Checking`, 'category_name')).toBe('rta')
    const { stderr: renamed } = await run('categories rename Rent RTA')
    expect(renamed).toBe('"RTA" means Ready to Assign; use Bills/RTA or the id for this category\n')
    await runOk('categories rename Bills/RTA Rent')
  })
})

describe('rules by position and keys by name', () => {
  it('are removed and moved', async () => {
    await runOk('merchants add Aldi')
    for (const name of ['Rent', 'Groceries', 'Transport'])
      await runOk(`rules add --merchant Aldi --category ${name}`)
    expect(await getField('rules move 3 1', 'category_name')).toBe('Transport')
    expect(await getField('rules remove 2', 'category_name')).toBe('Rent')
    expect((await run('rules remove 9')).stderr).toBe(
      'No rule has the position or id "9"\n  budget rules list shows all 2\n',
    )
    expect((await run('rules remove 9')).code).toBe(6)
  })

  it('are revoked', async () => {
    await runOk('keys create --name phone')
    await runOk('keys create --name "phone of Ann"')
    await runOk('keys create --name tablet')
    expect(await getField('keys revoke tab', 'name')).toBe('tablet')
    expect(await getField('keys revoke phone', 'name')).toBe('phone')
    expect(await getField('keys revoke phone', 'name')).toBe('phone of Ann')
    const { code, stderr } = await run('keys revoke phone')
    expect({ code, stderr }).toEqual({
      code: 6,
      stderr: 'No key named "phone"\n  There are no active keys\n',
    })
  })
})

describe('5,000 categories', () => {
  const categories = Array.from({ length: 5000 }, (_, at) => ({
    id: `cat_${at}`,
    name: `Category ${at}`,
    group_id: 'grp',
    group_name: 'Group',
    archived: false,
    system: false,
    category_type: 'regular' as const,
  }))
  const all = async () => categories
  // Only categories are needed.
  const names = { categories: all, merchants: all } as unknown as NameIndex

  it.each(['cat', 'Group/cat', 'Dategory 77'])('are told apart in less than 100 ms: %s', async (text) => {
    const milliseconds: number[] = []
    for (let tries = 0; tries < 6; tries++)
      milliseconds.push(
        await measureProcessorTime(() => expect(findCategory(names, text)).rejects.toBeInstanceOf(Error)),
      )
    // The compiler of Node.js works beside the first ones.
    expect(Math.min(...milliseconds)).toBeLessThan(100)
  })

  it('at most eight are listed, the likest first', async () => {
    await expect(findCategory(names, 'category 123')).resolves.toMatchObject({ name: 'Category 123' })
    await expect(findCategory(names, 'category 12')).resolves.toMatchObject({ name: 'Category 12' })
    const refusal = await findMerchant(names, 'y 499').catch((error: Error) => error.message)
    expect(refusal).toBe(
      '"y 499" matches 11 merchants: "Category 499", "Category 4990", "Category 4991", "Category 4992", "Category 4993", "Category 4994", "Category 4995", "Category 4996" and 3 more',
    )
  })
})

describe('on a remote profile', () => {
  it('the filter rta needs no more than the list', async () => {
    const remote = await createRemoteHarness()
    await remote.runOk('tx add 9 Employer rta --account Checking')
    const { requests, stdout } = await remote.run('tx list --category rta --format ids')
    expect({ requests: requests.length, rows: stdout.trim().split('\n').length }).toEqual({
      requests: 1,
      rows: 2,
    })
    remote.close()
  })
})
