/** The command lines of everyday use, which decide how the program is split and what its code caches hold. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './plugins.js'

const split = (line) => line.split(' ')
const addAccount = split('accounts add Checking --type banking_checking --balance 100')
const addGroup = split('groups add Everyday')
const addCategory = split('categories add Groceries --group Everyday')
const assign = split('month assign Groceries 50')
const addTransaction = split('tx add --account Checking --amount -5 --merchant Bakery --category Groceries')
const spend = split('spend 4 Bakery --account Checking')
const importStatement = ['import', `${root}/examples/checking-us.csv`, '--account', 'Checking', '--accept']

/** Creates what the command lines below use: a budget with a card, an overspent category and a row without one. */
const setUp = [
  split('workspaces create Home --currency USD'),
  addAccount,
  split('accounts add Visa --type credit_credit_card --balance -20'),
  addGroup,
  addCategory,
  split('tx add --account Visa --amount -70 --merchant Bakery --category Groceries'),
  split('tx add --account Checking --amount -3 --merchant Kiosk'),
]

/** What the lines of a chunk or cache need besides; commands of a budget without schedules should load nothing for it. */
const setUpByWords = {
  schedules: [
    split('schedules add -900 Landlord Groceries --every month --on 1 --account Checking'),
    split('schedules add 2500 Employer --ready-to-assign --every month --on 28 --account Checking'),
  ],
}
setUpByWords.upcoming = setUpByWords.schedules
setUpByWords['report forecast'] = setUpByWords.schedules

/** Commands of every week that are not worth caches of their own. */
const others = [
  'status',
  'categories',
  'merchants',
  'history',
  'undo',
  'redo',
  'review',
  '__complete accounts',
].map(split)

/** Lines that fail: what reports an error must not have to be read when no file can be opened. */
export const failingLines = ['accounts show Nothing', 'tx list --since never', 'tx list --nothing'].map(split)

/** Returns a line as scripts and terminals run it. */
const inFormats = (line) => [line, `${line} --json`, `${line} --format table --color always`].map(split)

/**
 * The command lines whose functions a code cache holds, by the words with which bin/budget.js finds it. A cache with
 * more functions than a command uses slows its start down.
 */
export const linesByCache = {
  __complete: [split('__complete accounts')],
  accounts: inFormats('accounts'),
  import: [importStatement],
  mcp: [split('mcp')],
  'month assign': [assign],
  month: inFormats('month'),
  report: [...inFormats('report'), split('report spending')],
  'report forecast': inFormats('report forecast'),
  schedules: inFormats('schedules'),
  spend: [spend],
  'tx add': [addTransaction],
  tx: inFormats('tx'),
  upcoming: inFormats('upcoming'),
  other: others,
}

/** What a client writes first, for the cache of a command that answers one. */
const toMessage = (message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`
const clientInfo = { name: 'build', version: '1' }
export const inputByCache = {
  mcp: [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
    { id: 3, method: 'tools/call', params: { name: 'overview', arguments: {} } },
  ]
    .map(toMessage)
    .join(''),
}

/** The command lines whose modules a chunk holds, in an order in which each finds what it needs. */
export const linesByChunk = {
  write: [assign, addTransaction, spend, split('month move 1 rta Groceries')],
  import: [importStatement],
  accounts: inFormats('accounts'),
  month: inFormats('month'),
  report: [...inFormats('report'), split('report spending')],
  tx: inFormats('tx'),
  other: [...others, split('__complete accounts')],
  schedules: [...inFormats('schedules'), ...inFormats('upcoming'), spend],
  forecast: inFormats('report forecast'),
}

/** What the month on a screen starts, which needs a terminal. */
export const screenModules = [
  'src/cli/platform/screen.ts',
  'src/cli/run-commands.ts',
  'src/commands/month/edit.ts',
  'src/month/edit/edit-by-lines.ts',
]

/** What serves an assistant, with the packages that only it uses. */
export const assistantModules = ['src/commands/mcp/serve.ts', 'src/mcp/serve-stdio.ts']

/** What a command starts to reach a service, which does not run while the program is built. */
export const remoteModules = [
  'src/remote/cached-references.ts',
  'src/remote/http/client.ts',
  'src/remote/reports/remote-reports.ts',
  'src/remote/undo/remote-history.ts',
  'src/store/imports-db.ts',
  'src/store/month-cache.ts',
  'src/store/remote-history.ts',
  'src/store/state-db.ts',
]

/**
 * Creates a workspace by a function that runs a command line; returns its environment, and functions that add to it what
 * the lines of a chunk or cache need and that remove it.
 */
export function createHome(run) {
  const folder = mkdtempSync(join(tmpdir(), 'budget-build-'))
  const directories = { BUDGET_CONFIG_DIR: folder, BUDGET_DATA_DIR: folder, BUDGET_STATE_DIR: folder }
  const env = { PATH: process.env.PATH, ...directories }
  // In processes of their own, because what follows should not hold what creates a workspace.
  const runAll = (lines) => lines.forEach((line) => run(line, env))
  runAll([...setUp, assign, addTransaction])
  return {
    env,
    prepare: (words) => runAll(setUpByWords[words] ?? []),
    remove: () => rmSync(folder, { recursive: true }),
  }
}
