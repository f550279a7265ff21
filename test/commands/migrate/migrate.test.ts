/** Tests `budget migrate` and `budget migrate verify` with a small export of YNAB. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CliHarness, createCliHarness, type HarnessRunOptions } from '../../support/cli-harness.ts'
import { splitShellWords } from '../../transcripts/transcript.ts'
import { planCsv, registerCsv } from './ynab-export.ts'

let harness: CliHarness
beforeEach(() => {
  harness = createCliHarness()
  mkdirSync(join(harness.folder, 'Home'))
  writeFiles(registerCsv, planCsv)
})
afterEach(() => harness.close())

function writeFiles(register: string, plan: string): void {
  writeFileSync(join(harness.folder, 'Home/Register.csv'), register)
  writeFileSync(join(harness.folder, 'Home/Plan.csv'), plan)
}

const budget = (line: string, options: HarnessRunOptions = {}) =>
  harness.budget(splitShellWords(line).words, options)

async function readJson(line: string) {
  const { stdout, stderr, code } = await budget(`${line} --json`)
  expect({ line, stderr }).toEqual({ line, stderr: '' })
  return { code, result: JSON.parse(stdout) }
}

test('an export becomes a workspace whose figures are all equal, and db check finds nothing', async () => {
  const { code, result } = await readJson('migrate Home --currency EUR --name House')
  expect(code).toBe(0)
  expect(result).toMatchObject({
    workspace_name: 'House',
    source: 'ynab',
    counts: { accounts: 2, transactions: 6, splits: 1, transfers: 1, categories: 3, months: 2 },
    types: [
      { account: 'Checking', type: 'banking_checking', suggested: true },
      { account: 'Visa', type: 'credit_credit_card', suggested: true },
    ],
    proof: {
      accounts: { equal: 2, of: 2 },
      category_months: { equal: 6, of: 6 },
      ready_to_assign: { equal: 0, of: 0 },
      age_of_money: { equal: 0, of: 0 },
    },
    differences: [],
    next: 'status',
  })
  expect((await readJson('db check')).result.problems).toEqual([])
  expect((await readJson('migrate verify House Home')).result).toMatchObject({
    workspace_id: result.workspace_id,
    differences: [],
  })
  expect((await readJson('history')).result).toEqual([])
})

test('an archive is not asked for a register, which it has', async () => {
  await budget('migrate Home --currency EUR --name House')
  await budget('export all -o home.tar')
  const { stdout } = await budget('migrate home.tar --name Again --dry-run')
  expect(stdout).not.toContain('register')
  expect((await readJson('migrate home.tar --name Again')).result).toMatchObject({
    counts: { transactions: 6 },
    months_without_rows: [],
    differences: [],
  })
})

const onlyTables = 'Leave it out: only a CSV table of another program uses it'
const tablesOrQif = 'Leave it out: only a QIF file or a CSV table of another program uses it'
const tablesOrYnab =
  'Leave it out: only a YNAB export or a QIF file or a CSV table of another program uses it'

test.each([
  ['--income Salary', 'Home', '--income does not work with a YNAB export', tablesOrQif],
  ['--account Checking', 'Home', '--account does not work with a YNAB export', onlyTables],
  ['--spending positive', 'Home', '--spending does not work with a YNAB export', onlyTables],
  [
    '--keep-ids',
    'Home',
    '--keep-ids does not work with a YNAB export',
    'Leave it out: only an archive from budget export all uses it',
  ],
  [
    '--income Salary',
    'home.tar',
    '--income does not work with an archive from budget export all',
    tablesOrQif,
  ],
  ['--dates dmy', 'home.tar', '--dates does not work with an archive from budget export all', tablesOrYnab],
])('%s is refused for %s, and not ignored', async (flag, file, message, hint) => {
  await budget('migrate Home --currency EUR --name House')
  await budget('export all -o home.tar')
  const answer = await budget(`migrate ${file} ${flag} --name Again --json`)
  expect(JSON.parse(answer.stderr).error).toMatchObject({ detail: message, hint })
  expect(answer.code).toBe(2)
  expect((await readJson('workspaces')).result).toHaveLength(1)
})

test('the comparison takes the types from the workspace', async () => {
  await readJson('migrate Home --currency EUR --type Visa=banking_cash')
  const { code, result } = await readJson('migrate verify Home Home')
  // Without a card nothing moves to its category.
  expect(code).toBe(0)
  expect(result.types).toContainEqual({ account: 'Visa', type: 'banking_cash', suggested: false })
})

test('a workspace that was changed is no longer the budget of the file', async () => {
  await readJson('migrate Home --currency EUR')
  await budget('month assign Groceries=+5 --month 2026-10')
  const { code, result } = await readJson('migrate verify Home Home')
  expect(code).toBe(20)
  expect(result.differences).toEqual([
    {
      figure: 'assigned',
      month: '2026-10',
      category: 'Groceries',
      account: null,
      theirs: '100.00',
      ours: '105.00',
      rules: ['rows'],
      reason: 'Follows from what is new here, new there or different',
    },
    {
      figure: 'available',
      month: '2026-10',
      category: 'Groceries',
      account: null,
      theirs: '68.95',
      ours: '73.95',
      rules: ['rows'],
      reason: 'Follows from what is new here, new there or different',
    },
    {
      figure: 'available',
      month: '2026-11',
      category: 'Groceries',
      account: null,
      theirs: '68.95',
      ours: '73.95',
      rules: ['rows'],
      reason: 'Follows from what is new here, new there or different',
    },
  ])
})

test('the comparison knows the --since of the move', async () => {
  expect((await budget('migrate Home --currency EUR --since 2026-11')).code).toBe(0)
  expect((await readJson('migrate verify Home Home')).result).toMatchObject({
    since: '2026-11',
    differences: [],
  })
})

test('what was renamed since is the same thing, and told as different', async () => {
  await readJson('migrate Home --currency EUR')
  await budget('categories rename Groceries Food')
  await budget('accounts edit Visa --name Card')
  const { code, result } = await readJson('migrate verify Home Home')
  expect(code).toBe(20)
  expect(result).toMatchObject({
    differences: [],
    new_here: [],
    new_there: [],
    different: [
      { type: 'account', name: 'Card', reason: 'Changed here' },
      { type: 'category', name: 'Food', reason: 'Changed here' },
    ],
  })
})

test('a type is known by the name that lists of accounts show, and its account by a unique beginning', async () => {
  const { result } = await readJson('migrate Home --currency EUR --type vi=cash')
  expect(result.types).toContainEqual({ account: 'Visa', type: 'banking_cash', suggested: false })
  const { stderr } = await budget('migrate Home --currency EUR --type Visa=purse')
  expect(stderr).toContain('"purse" is not an account type')
})

test('a workspace is not compared with the file of another budget', async () => {
  await readJson('init --name Other --currency EUR')
  await budget('accounts create Giro --type banking_checking')
  const { stderr, code } = await budget('migrate verify Other Home')
  expect(code).toBe(7)
  expect(stderr).toContain('The workspace Other has none of the accounts in the file')
})

test('a plan that contradicts itself ends with 20, and the workspace is there to be looked at', async () => {
  writeFiles(
    registerCsv,
    planCsv
      .replace('$0.00,$0.00,€68.95', '$0.00,$0.00,€70.00')
      .replace('€0.00,€0.00,€68.95', '€0.00,€0.00,€70.00'),
  )
  const { stdout, code } = await budget('migrate Home --currency EUR')
  expect(code).toBe(20)
  expect(stdout).toContain('The file contradicts itself in 1 figure; check it')
  expect((await readJson('workspaces')).result).toHaveLength(1)
})

test('Ctrl-C while the file is read leaves no workspace', async () => {
  const user = new AbortController()
  const run = budget('migrate Home --currency EUR', { signal: user.signal })
  user.abort()
  expect((await run).code).toBe(130)
  expect((await readJson('workspaces')).result).toEqual([])
})

test('a dry run changes nothing, creates no directory, and says what a file does not tell', async () => {
  const { stdout, code } = await budget('migrate Home --currency EUR --dry-run')
  expect(code).toBe(0)
  expect(stdout).toContain('Guessed account types: Checking = banking_checking · Visa = credit_credit_card')
  expect(stdout).toContain('Nothing was changed. The workspace would be named Home.')
  expect((await readJson('workspaces')).result).toEqual([])
})

test('types come from --type, and those of unknown accounts are refused', async () => {
  const { result } = await readJson(
    'migrate Home --currency EUR --type Visa=banking_cash --type checking=banking_savings',
  )
  expect(result.types).toEqual([
    { account: 'Checking', type: 'banking_savings', suggested: false },
    { account: 'Visa', type: 'banking_cash', suggested: false },
  ])
  const unknown = await budget('migrate Home --currency EUR --name B --type Viza=banking_cash')
  expect(unknown.stderr).toContain('The file has no account named "Viza"; did you mean "Visa"?')
  expect(unknown.code).toBe(6)
  const wrong = await budget('migrate Home --currency EUR --name B --type Visa=card')
  expect(wrong.code).toBe(3)
  expect((await readJson('workspaces')).result).toHaveLength(1)
})

test('on a terminal the types are asked, and the answers are taken', async () => {
  const answers = ['Checking + Visa', 'banking_savings', 'credit_line_of_credit']
  const { code } = await budget('migrate Home --currency EUR', { terminal: 80, answers })
  expect(code).toBe(0)
  const { result } = await readJson('accounts')
  expect(result.map(({ name, type }: { name: string; type: string }) => [name, type])).toEqual([
    ['Checking', 'banking_savings'],
    ['Visa', 'credit_line_of_credit'],
  ])
})

test('on a terminal what a file leaves open is asked', async () => {
  writeFiles(
    registerCsv.replaceAll('€', '$').replaceAll(/10\/1\d\//g, '10/02/'),
    planCsv.replaceAll('€', '$'),
  )
  const refused = await budget('migrate Home')
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain('--currency')
  const { code, stderr } = await budget('migrate Home', { terminal: 80, answers: ['', 'usd', 'none'] })
  expect({ code, stderr }).toMatchObject({ code: 0 })
  expect((await readJson('workspaces')).result).toMatchObject([{ name: 'Home', currency: 'USD' }])
})

const TABLE = ['Date,Account,Type,Amount', '03/02/2026,Main,Income,3000', '04/02/2026,Main,Adjustment,2.00']
const DATES = '"03/02/2026" is 2026-02-03 (day, month, year)'

test('on a terminal the questions of a table show its own cells, and the first choice moves nothing', async () => {
  writeFileSync(join(harness.folder, 'Home.csv'), TABLE.join('\n'))
  const stop = 'Stop: move nothing'
  const asked = 'Home.csv, row 3: is the "Adjustment" of 2.00 spent or received?'
  const stopped = await budget('migrate Home.csv --currency USD', { terminal: 80, answers: [DATES, stop] })
  expect(stopped.code).toBe(2)
  expect(stopped.stderr).toContain(
    `Home.csv, row 2: is "03/02/2026" 2026-02-03 or 2026-03-02? No date in the file shows which [${stop}, ${DATES}, "03/02/2026" is 2026-03-02 (month, day, year)] ${DATES}`,
  )
  expect(stopped.stderr).toContain(`${asked} [${stop}, spent, received] ${stop}`)
  expect((await readJson('workspaces')).result).toEqual([])
  const { code } = await budget('migrate Home.csv --currency USD --type Main=banking_cash', {
    terminal: 80,
    answers: [DATES, 'spent', 'none'],
  })
  expect(code).toBe(0)
  const { result } = await readJson('tx list')
  expect(result.map(({ date, amount }: { date: string; amount: string }) => [date, amount])).toEqual([
    ['2026-02-04', '-2.00'],
    ['2026-02-03', '3000.00'],
  ])
})

const DOUBTFUL = [
  'Date,Account,Payee,Category,Amount',
  '2026-01-01,Giro,Employer,Salary,2000',
  '2026-01-02,Giro,Shop,Shoes,30',
  '2026-01-03,,Shop,Food,-5',
]

test('what a table says of no category and no account is asked on a terminal, and has flags in scripts', async () => {
  writeFileSync(join(harness.folder, 'Home.csv'), DOUBTFUL.join('\n'))
  const move = 'migrate Home.csv --currency EUR --type Giro=banking_checking'
  const refused = await budget(move)
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain('Home.csv, row 4: the account is empty, but other rows have one')
  expect(refused.stderr).toContain('--account "Giro"')
  const asked = await budget(`${move} --name Asked`, { terminal: 80, answers: ['Giro', 'Salary + Shoes'] })
  expect({ code: asked.code, stderr: asked.stderr }).toMatchObject({ code: 0 })
  const readIncome = async () =>
    (await readJson('tx list')).result.map((one: any) => [one.amount, one.ready_to_assign])
  expect(await readIncome()).toEqual([
    ['-5.00', false],
    ['30.00', true],
    ['2000.00', true],
  ])
  const { result } = await readJson(`${move} --name Said --account Giro --income none --dry-run`)
  expect(result.not_taken).toMatchObject([{ items: ['Salary (1 row)', 'Shoes (1 row)'] }])
})

test('a name that is taken is refused before anything is written', async () => {
  await budget('workspaces create Home --currency EUR')
  const { stderr, code } = await budget('migrate Home --currency EUR')
  expect(code).toBe(7)
  expect(stderr).toContain('A workspace named Home already exists')
  expect(stderr).toContain('--name')
  expect((await readJson('workspaces')).result).toHaveLength(1)
  const other = await readJson('migrate Home --currency EUR --name "My House"')
  expect(other.result.next).toBe('profile add my-house --workspace "My House"')
})

test('with --since the budget begins with a month, and its figures are still equal', async () => {
  const { code, result } = await readJson('migrate Home --currency EUR --since 2026-11')
  expect(code).toBe(0)
  expect(result.proof).toMatchObject({ accounts: { equal: 2, of: 2 }, category_months: { equal: 3, of: 3 } })
  expect(
    (await readJson('tx list')).result.map(({ notes, amount }: Record<string, string>) => [notes, amount]),
  ).toEqual([['Starting balance', '963.95']])
})

test('what is no budget is refused with one sentence, and nothing is left behind', async () => {
  writeFileSync(join(harness.folder, 'photo.zip'), Buffer.from('PK\u0003\u0004 no zip'))
  writeFileSync(join(harness.folder, 'text.csv'), 'a,b\n1,2\n')
  mkdirSync(join(harness.folder, 'empty'))
  for (const [line, code] of [
    ['migrate photo.zip', 3],
    ['migrate text.csv', 3],
    ['migrate empty', 6],
    ['migrate missing.zip', 6],
    ['migrate Home --currency EURO', 3],
    ['migrate Home --currency EUR --into-remote', 2],
    ['migrate verify Nowhere Home', 6],
  ] as const) {
    const outcome = await budget(line)
    expect({ line, code: outcome.code, stdout: outcome.stdout }).toEqual({ line, code, stdout: '' })
    expect(outcome.stderr.trim().split('\n').length).toBeLessThanOrEqual(3)
  }
  expect((await readJson('workspaces')).result).toEqual([])
})

test('an archive brings schedules back as they were, with the statement day of a card', async () => {
  for (const line of [
    'init --name First --currency USD --yes',
    'accounts add Checking --type banking_checking --balance 3000',
    'accounts add Visa --type credit_credit_card --balance -600',
    'schedules add full --account Checking --to Visa --every month --on 28 --statement 20',
    'schedules add 40..80 Power Groceries --account Checking --every 2m --on last --weekend before',
    'schedules add 1450 Landlord Groceries --account Checking --every month --on 1 --times 9 --auto',
    'schedules skip Power',
    'schedules edit Landlord 1500 --once',
    'export all -o home.tar',
  ])
    expect({ line, ...(await budget(line)) }).toMatchObject({ line, code: 0 })
  const before = (await readJson('schedules')).result
  expect(before).toHaveLength(3)
  expect((await readJson('migrate home.tar --name Second --keep-ids')).result.differences).toEqual([])
  await budget('profile add second --workspace Second')
  expect((await readJson('schedules --profile second')).result).toEqual(before)
})

test('an archive is not written to a terminal, which cannot show it', async () => {
  await budget('migrate Home --currency EUR --name House')
  const { code, stdout, stderr } = await budget('export all --color never', { terminal: 80 })
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('An archive is a file, which a terminal cannot show')
})
