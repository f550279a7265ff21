/** Updates a workspace with many rows as a process of its own. Its arguments are the directory and their number. */

import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import type { ContentTransaction } from '../../src/contract/ports/workspace-content.ts'
import { openWorkspaces } from '../../src/engine/workspaces.ts'

const [folder = '', count = '0'] = process.argv.slice(2)
const workspaces = openWorkspaces({ folder, now: () => 0, random: randomBytes })
const id = workspaces.listWorkspaces()[0]?.id ?? ''
const content = workspaces.contentStore(id)
const ours = content.read()
const [first] = ours.transactions
if (!first) throw new Error('The workspace has no transaction')
const added = Array.from(
  { length: Number(count) },
  (_, at): ContentTransaction => ({ ...first, seq: ours.next.transactions + at }),
)
workspaces.recordCommand(id, 'migrate update')
writeSync(1, 'begin\n')
const transaction = workspaces.beginTransaction(id)
content.update({
  accounts: ours.accounts.map((account) => ({ ...account, name: `${account.name} new` })),
  groups: [],
  categories: [],
  merchants: [],
  transactions: [{ ...first, amount: -2n }, ...added],
  assignments: [],
  targets: [],
  withoutTarget: [],
  move: { at: 0, source: 'ynab', answers: '{}', said: randomBytes(100_000) },
})
transaction.commit()
writeSync(1, 'end\n')
workspaces.close()
