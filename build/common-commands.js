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
const importStatement = ['import', `${root}/examples/checking-us.csv`, '--account', 'Checking', '--accept']

/** Creates what the command lines below use. */
const setUp = [split('workspaces create Home --currency USD'), addAccount, addGroup, addCategory]

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

/**
 * The command lines whose functions a code cache holds, by the words with which bin/budget.js finds it. A cache with
 * more functions than a command uses slows its start down.
 */
export const linesByCache = {
  __complete: [split('__complete accounts')],
  accounts: [['accounts']],
  import: [importStatement],
  'month assign': [assign],
  month: [['month']],
  report: [['report'], split('report spending')],
  spend: [split('spend 4 Bakery')],
  'tx add': [addTransaction],
  tx: [['tx']],
  other: others,
}

/** The command lines whose modules a chunk holds, in an order in which each finds what it needs. */
export const linesByChunk = {
  write: [assign, addTransaction, split('spend 4 Bakery'), split('month move 1 Groceries rta')],
  import: [importStatement],
  accounts: [['accounts']],
  month: [['month']],
  report: [['report'], split('report spending')],
  tx: [['tx']],
  other: [...others, split('__complete accounts')],
}

/** Creates a workspace by a function that runs a command line; returns its environment and a function that removes it. */
export function createHome(run) {
  const folder = mkdtempSync(join(tmpdir(), 'budget-build-'))
  const directories = { BUDGET_CONFIG_DIR: folder, BUDGET_DATA_DIR: folder, BUDGET_STATE_DIR: folder }
  const env = { PATH: process.env.PATH, ...directories }
  // In processes of their own, because what follows should not hold what creates a workspace.
  for (const line of [...setUp, assign, addTransaction]) run(line, env)
  return { env, remove: () => rmSync(folder, { recursive: true }) }
}
