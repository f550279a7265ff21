/** Tests how many requests each command makes on a remote profile. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findCommand } from '../../src/cli/find-command.ts'
import { loadCommands } from '../../src/cli/help/generate-docs.ts'
import { commandRegistry } from '../../src/commands/registry.ts'
import { createRemoteHarness, type RemoteHarness } from '../support/remote-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

// The requests of a remote profile whose names are cached; a write that follows a cached name reads its thing first
// where the reply would come too late. TXN is the id of a transaction, IMP of an import;
// the lines of a group run one after the other.
const requestsByLine: Readonly<Record<string, readonly (readonly [line: string, requests: number])[]>> = {
  accounts: [
    ['accounts types', 0],
    ['accounts list', 1],
    ['accounts list --all --on-budget --type banking_checking', 1],
    ['accounts show Checking', 1],
    ['accounts add Cash --type banking_cash', 1],
    ['accounts add Purse --type banking_cash --balance 20 --balance-date 2026-11-01', 1],
    ['accounts edit Cash --name Wallet', 2],
    ['accounts edit Wallet --notes "Left pocket"', 2],
    ['accounts close Wallet --yes', 2],
    ['accounts reopen Wallet', 2],
    ['accounts delete Wallet --yes', 2],
    ['accounts register Checking', 2],
    // The account, and one page of its transactions.
    ['accounts reconcile Purse --balance 20', 2],
    ['accounts reconcile Purse --balance 15 --adjust --yes', 3],
    // One request for each transaction that becomes reconciled.
    ['accounts reconcile Purse --balance 15 --finish --yes', 4],
    ['accounts reconcile Purse --balance 15 --finish', 2],
    // The accounts, the pending transactions, and the newest page of all.
    ['accounts check', 3],
    ['accounts register Checking --period this-month', 2],
  ],
  month: [
    ['mcp serve', 0],
    ['month show', 1],
    ['month show last --group Everyday --overspent', 1],
    ['month assign Groceries 50', 2],
    ['month assign Groceries=50 Transport=5', 3],
    ['month assign --file wishes.txt', 3],
    // A relative amount needs the current one.
    ['month assign Groceries +5', 2],
    ['month assign Groceries target --quiet', 2],
    ['month move 10 --from Groceries --to Transport', 3],
    ['month move 10 --from Transport --to rta', 2],
    ['month cover Household --from rta,Groceries', 2],
    ['month cover --all --from rta', 1],
    ['month fund --all', 1],
    ['month sweep Everyday --dry-run', 1],
    // The month and three earlier ones.
    ['month assign Groceries=avg --dry-run', 4],
    ['month copy last --dry-run', 2],
    ['month copy this --to next', 7],
    ['month copy this --to next --only-empty', 2],
    ['month grid --months 3', 3],
    ['month check', 2],
    // The accounts, two months, and a page of their transactions.
    ['month show --explain', 4],
    // The month, the accounts, and a page of its transactions.
    ['month show Groceries --explain', 3],
    ['month show last Groceries --explain', 2],
  ],
  report: [
    // The accounts, and pages of transactions; closed months are read once.
    ['report spending --period this-month', 2],
    // The current month, and the months before those that are kept.
    ['report networth', 3],
    ['report spending --period last-year', 1],
    ['report income --period 2026', 2],
    ['report cashflow --period 2026', 2],
    ['report trend Groceries --period 2026', 2],
    ['report merchants', 2],
    ['report age-of-money', 2],
    ['report recurring', 2],
    // A request for each month, and one for the month before.
    ['report budget --period this-month', 4],
    ['report budget --period last-month', 3],
    ['report summary', 4],
    ['report html', 4],
    ['report afford 400', 4],
  ],

  tx: [
    ['tx list', 1],
    ['tx list --account Checking --category Groceries --period this-month --search bakery', 1],
    ['tx list --merchant Butcher --uncategorized --all', 1],
    ['tx add --account Checking --amount -5 --merchant Bakery --category Groceries', 1],
    ['tx add -5 "Corner Shop" Groceries --account Checking', 1],
    ['tx add --account Checking --amount -5 --merchant bakery --uncategorized', 1],
    ['tx add --account Checking --split Groceries=-3 --split Transport=-2', 1],
    ['tx add --stdin --account Checking', 3],
    ['spend 5 "Corner Shop" Groceries --account Checking', 1],
    ['earn 5 Employer --account Checking', 1],
    ['tx transfer 5 --from Checking --to Savings', 1],
    ['tx show TXN', 1],
    ['tx edit TXN --notes x', 1],
    ['tx edit TXN --merchant Bakery', 1],
    // The transaction may be reconciled. docs/spec.md#e41
    ['tx edit TXN --amount -8', 2],
    ['tx edit TXN --amount -9 --yes', 1],
    ['tx split TXN Transport=-2 --rest Groceries', 4],
    ['tx unsplit TXN --category Groceries --yes', 2],
    ['tx clear TXN', 2],
    ['tx clear TXN --yes', 1],
    ['tx approve TXN', 1],
    ['tx approve --all --search bakery', 3],
    ['tx delete TXN --yes', 1],
    ['tx restore TXN', 1],
    // One page of transactions; the accounts are cached.
    ['tx duplicates --period last-month', 1],
    ['tx transfers --period last-month', 1],
  ],
  categories: [
    ['categories list', 1],
    ['categories list --archived', 1],
    ['categories show Groceries', 1],
    ['categories add Books --group Everyday', 2],
    ['categories rename Books Reading', 2],
    ['categories move Reading --group Goals', 3],
    ['categories archive Reading', 2],
    ['categories unarchive Reading', 2],
    ['categories delete Reading --yes', 2],
    ['categories delete Insurance --move-to Rent --yes', 2],
    ['categories merge Holidays --into Rent --yes', 2],
  ],
  groups: [
    ['groups list', 1],
    ['groups add Fun', 1],
    ['groups rename Fun Leisure', 2],
  ],
  merchants: [
    ['merchants list', 1],
    ['merchants list --unused', 2],
    ['merchants add Cinema', 1],
    ['merchants show Cinema', 1],
    ['merchants rename Cinema Movies', 2],
    ['merchants merge Bakery "Corner Shop" --into Movies --yes', 5],
    ['merchants suggest', 2],
    ['merchants clean', 2],
    ['merchants delete Butcher --move-to Movies --yes', 3],
  ],
  history: [
    ['categories list', 1],
    ['tx add -5 Bakery Transport --account Checking', 1],
    ['history list', 0],
    ['history list --of Transport', 0],
    ['history show 1', 0],
    // What the service says now is compared before anything is sent.
    ['undo --dry-run', 1],
    ['undo --yes --quiet', 2],
    ['redo --yes', 1],
  ],
  'the rest': [
    ['status', 4],
    // What needs review, and the newest page, which suggestions learn from.
    ['review', 2],
    ['review --period this-month', 2],
    ['review --apply decisions.tsv', 3],
    ['import statement.csv --account Checking --accept', 3],
    ['import statement.csv --account Checking --accept', 0],
    // The accounts, the categories, the merchants, and a page of transactions.
    ['export --to ndjson', 4],
    ['export --to hledger --account Checking', 4],
    // The accounts are read again for the months; the months are those since the first transaction.
    ['export --to hledger --envelopes --since 2026-11-01', 8],
    // One asks whether there are schedules, which an archive of a service lacks.
    ['export all --quiet', 9],
    ['imports list', 0],
    ['imports show IMP', 0],
    ['imports resume IMP', 0],
    // One page of its transactions, then one request for each.
    ['imports undo IMP --yes', 3],
    ['api GET /accounts', 1],
    ['api GET "/transactions?limit=40" --paginate', 3],
    ['api POST /merchants -F name=Tailor', 1],
    ['quota', 0],
    ['doctor', 1],
    ['auth status', 0],
    ['profile list', 0],
    ['profile show', 0],
    ['config list', 0],
  ],
  schedules: [
    ['schedules add 10 Landlord Groceries --account Checking --every month --on 1', 4],
    // The schedules, the accounts and the month.
    ['schedules list', 3],
    ['schedules show Landlord', 1],
    ['schedules edit Landlord 12', 2],
    ['schedules edit Landlord 13 --once', 2],
    ['schedules skip Landlord', 2],
    ['schedules pause Landlord', 2],
    ['schedules resume Landlord', 2],
    ['schedules post Landlord', 2],
    ['schedules unmatch last', 2],
    ['schedules match Landlord last', 3],
    ['schedules suggest', 2],
    ['schedules delete Landlord --yes', 2],
  ],
  drafts: [
    ['month assign Groceries 70 --draft', 1],
    ['drafts list', 0],
    ['drafts show 1', 0],
    // The same read, and the write.
    ['drafts apply 1 --yes', 2],
    ['drafts apply 1 --yes', 0],
    ['tx edit TXN --notes y --draft', 1],
    ['drafts drop 2', 0],
  ],
  upcoming: [['upcoming', 3]],
}

const statement = 'Date,Description,Amount\n2026-11-19,Florist,-12.00\n2026-11-18,Cinema,-9.50\n'
const rows = Array.from({ length: 101 }, () => '{"date":"2026-11-02","amount":"-1"}').join('\n')

let remote: RemoteHarness
let readNewestId: string
beforeAll(async () => {
  remote = await createRemoteHarness()
  remote.writeFile('wishes.txt', 'Rent=40\nHolidays=1\n')
  remote.writeFile('statement.csv', statement)
  remote.writeFile('rows.ndjson', rows)
  await remote.runOk('accounts add Savings --type banking_savings')
  await remote.runOk('tx add -3 Kiosk Household --account Checking')
  readNewestId = await remote.runOk('tx add -7 Butcher Groceries --account Checking --format ids')
  remote.writeFile('decisions.tsv', `id\tcategory\n${readNewestId}\tTransport\n`)
})
afterAll(() => remote.close())

describe.each(Object.entries(requestsByLine))('with the names of an earlier command: %s', (group, lines) => {
  // The lines together take more than an hour allows.
  const groups = Object.keys(requestsByLine)
  const later = groups.indexOf(group) < groups.indexOf('categories') ? 0 : 3_700_000

  it.each(lines)('%s takes %d', async (line, count) => {
    const [made] = JSON.parse(await remote.runOk('imports list --json'))
    const typed = line.replace('TXN', readNewestId).replace('IMP', made?.id)
    const { code, stderr, requests } = await remote.run(typed, { stdin: 'rows.ndjson', later })
    const found = line === 'accounts check' ? 20 : 0
    // Reports tell how old what they kept is.
    const unexpected = stderr.replace(/^.* as read .*; --refresh reads them again\n$/, '')
    expect({ code, unexpected, requests }).toEqual({
      code: found,
      unexpected: '',
      requests: expect.any(Array),
    })
    expect({ requests, count: requests.length }).toEqual({ requests, count })
  })
})

describe('the table above', async () => {
  const commands = (await Promise.all(Object.keys(commandRegistry).map(loadCommands))).flat()
  const typed = Object.values(requestsByLine)
    .flat()
    .map(([line]) => findCommand(splitShellWords(line).words).load())
  const names = new Set((await Promise.all(typed)).map(({ name }) => name))

  it('has a line for every command on a workspace', () => {
    // Its requests depend on what is typed on its screen: test/month/edit counts them.
    names.add('month edit')
    const missing = commands.filter(({ scope, name }) => scope === 'workspace' && !names.has(name))
    expect(missing.map(({ name }) => name)).toEqual([])
  })

  it.each(
    commands
      .filter(({ scope }) => scope === 'local-workspace')
      .map((command) => [command.name, command] as const),
  )('needs none for %s, which says that it is for this machine', async (_, { examples }) => {
    const line = examples[0].commandLine.replace(/^budget /, '')
    const { code, requests } = await remote.run(line)
    expect({ line, code, requests }).toEqual({ line, code: 5, requests: [] })
  })
})
