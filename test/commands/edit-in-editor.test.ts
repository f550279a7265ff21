/** Tests that transactions can be changed in an editor. */

import { afterEach, beforeEach, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

let cli: CliHarness
const run = async (line: string): Promise<string> => {
  const { code, stdout, stderr } = await cli.budget(splitShellWords(line).words)
  expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' })
  return stdout
}
beforeEach(async () => {
  cli = createCliHarness()
  await run('init --name Home --currency EUR')
  for (const name of ['Checking', 'Savings']) await run(`accounts add ${name} --type banking_checking`)
  await run('tx add -4 Heron "Eating Out" --account Checking --date 2026-11-01 --notes bike')
  await run('tx add -6 Rewe Groceries --account Checking --date 2026-11-02')
  await run('tx transfer 10 --from Checking --to Savings --date 2026-11-03')
})
afterEach(() => cli.close())

const list = async () =>
  (await run('tx list --fields date,account_name,merchant_name,category_name,amount,notes --format tsv'))
    .split('\n')
    .slice(1, -1)

/** Opens the transactions of the filter; `save` changes the text that the editor shows. */
const edit = async (
  save: (lines: string[]) => string[],
  { line = 'tx edit --account Checking --editor', whileAsked = async () => {} } = {},
) => {
  const shown = (await cli.budget(splitShellWords(line).words, { terminal: 100, answers: [] })).stderr
  const lines = shown.split('\n')
  const saved = save(lines.filter((one) => !one.startsWith('Nothing was changed')))
  return cli.budget(splitShellWords(line).words, {
    terminal: 100,
    answers: [saved.join('|'), 'y'],
    whileAsked,
    env: { NO_COLOR: '1' },
  })
}
const replace = (before: string | RegExp, after: string) => (lines: string[]) =>
  lines.map((line) => line.replace(before, after))

it('shows a line for each transaction, and changes nothing when the file is saved as it was', async () => {
  const before = await list()
  const { stderr, code } = await edit((lines) => lines)
  expect(code).toBe(0)
  const cells = stderr.split('\n').map((line) => line.split('\t').map((cell) => cell.trim()))
  expect(cells[3]).toEqual(['# ref', 'date', 'account', 'merchant', 'category', 'amount', 'notes'])
  expect(cells.slice(4, 7).map(([, ...rest]) => rest)).toEqual([
    ['2026-11-03', 'Checking', '', 'Transfer', '-10.00'],
    ['2026-11-02', 'Checking', 'Rewe', 'Groceries', '-6.00'],
    ['2026-11-01', 'Checking', 'Heron', 'Eating Out', '-4.00', 'bike'],
  ])
  expect(stderr).toContain('Nothing was changed')
  expect(await list()).toEqual(before)
})

it('makes the changes of all lines one entry of the history', async () => {
  const before = await list()
  const { code } = await edit((lines) =>
    lines
      .map((line) => line.replace('2026-11-01', '10-30').replace('Heron', 'Blue Heron').replace('bike', ''))
      .map((line) => line.replace('-6.00', '7.50').replace('Groceries', 'household')),
  )
  expect(code).toBe(0)
  expect((await list()).slice(-2)).toEqual([
    '2026-11-02\tChecking\tRewe\tHousehold\t-7.50\t',
    '2026-10-30\tChecking\tBlue Heron\tEating Out\t-4.00\t',
  ])
  await run('undo --yes')
  expect(await list()).toEqual(before)
})

it('leaves a transaction alone whose line is deleted', async () => {
  const { code } = await edit((lines) =>
    lines.filter((line) => !line.includes('Rewe')).map((line) => line.replace('-4.00', '-5')),
  )
  expect(code).toBe(0)
  expect(await list()).toContain('2026-11-02\tChecking\tRewe\tGroceries\t-6.00\t')
  expect(await list()).toContain('2026-11-01\tChecking\tHeron\tEating Out\t-5.00\tbike')
})

it('keeps a note of several lines, and asks before a transfer is reversed', async () => {
  await cli.budget(['tx', 'edit', '--merchant', 'rewe', '--notes', 'one\ntwo', '--yes'])
  expect((await edit(replace('one\\ntwo', 'one\\nthree'))).code).toBe(0)
  expect(await run('tx list --merchant rewe --fields notes')).toContain('one\\nthree')
  const { stderr, stdout } = await edit(replace('-10.00', '+10.00'))
  expect(`${stderr}${stdout}`).toContain('The money would go from Savings to Checking')
})

it.each([
  ['a date', /2026-11-02/, 'someday', 'Line 6, date: "someday" is not a date'],
  ['an account', /Checking( *\tRewe)/, 'Chicken$1', 'Line 6, account: No account named "Chicken"'],
  ['a category', 'Groceries', 'Nothing', 'Line 6, category: No category named "Nothing"'],
  ['an amount', '-6.00', 'many', 'Line 6, amount: "many" is not an amount'],
  ['too exact an amount', '-6.00', '-6.001', 'Line 6: amount'],
  ['a merchant of a transfer', /Checking( *\t) *(\tTransfer)/, 'Checking$1Rewe$2', 'Line 5: '],
  ['a reference', /^\S+( *\t2026-11-02)/, 'ZZZZ$1', 'Line 6, ref: "ZZZZ" was not shown'],
  ['a cell too many', 'Rewe', 'Re\twe\t\t', 'Line 6 has 2 extra tabs'],
])(
  'names the line and the field of %s that cannot be read, and changes nothing',
  async (_, from, to, message) => {
    const before = await list()
    const { code, stderr } = await edit((lines) => replace(from, to)(replace('-4.00', '-5.00')(lines)))
    expect({ code, stderr }).toEqual({
      code: expect.toSatisfy((exit) => exit !== 0),
      stderr: expect.any(String),
    })
    expect(stderr).toContain(message)
    expect(await list()).toEqual(before)
  },
)

it.each([
  ['alone', /Rewe/],
  ['with others', /Rewe|Heron/],
])('names the line of a transaction deleted while the editor is open, changed %s', async (_, merchants) => {
  const { code, stderr } = await edit(replace(merchants, 'Aldi'), {
    whileAsked: async () => void (await cli.budget(['tx', 'delete', '--merchant', 'rewe', '--yes'])),
  })
  expect({ code, last: stderr.split('\n').at(-2) }).toEqual({
    code: 3,
    last: 'Line 6: transaction is deleted; restore it first',
  })
  expect(await run('tx list --fields merchant_name --format tsv')).not.toContain('Aldi')
})

it('is refused beside new values, and without a terminal', async () => {
  expect((await cli.budget(['tx', 'edit', 'last', '--notes', 'x', '--editor'])).stderr).toContain(
    'Use either --editor or new values, not both',
  )
  expect((await cli.budget(['tx', 'edit', '--account', 'Checking', '--editor'])).stderr).toBe(
    '--editor requires a terminal\n',
  )
})
