/** Fills workspaces in memory with random histories. */

import type { OpenWorkspace } from '../../src/contract/ports/local-service.ts'
import { openEngine } from '../../src/engine/engine.ts'
import { createWorkspaceAdmin } from '../../src/engine/workspace-admin.ts'
import { openWorkspaceStore, type WorkspaceStore } from '../../src/store/workspace-store.ts'
import type { Command } from '../service/model/arbitrary-picks.ts'
import { command, setupCommands } from '../service/model/commands.ts'
import { createHistoryClock, runHistory } from '../service/model/compare-with-engine.ts'
import * as fc from './fast-check.ts'

/** A workspace after a random history. */
export interface RandomWorkspace {
  api: OpenWorkspace
  store: WorkspaceStore
}

const seed = () => ({ currency: 'USD', id_salt: '0123456789ABCDEF' })

/** Starting balances as YNAB has them: a merchant of that name, in any case. */
const startingBalances: Command[] = ['Starting Balance', 'starting  balance'].map(
  (merchant_name): Command =>
    () => ({
      name: 'createTransactions',
      request: {
        body: {
          transaction: {
            account_id: 'acc#4',
            date: '2026-02-10',
            amount: '75',
            merchant_name,
            ready_to_assign: true,
          },
        },
      },
    }),
)

/** Generates the calls of a history. */
export const randomHistory: fc.Arbitrary<Command[]> = fc.array(command, { minLength: 60, maxLength: 60 })

/** Runs `use` with a workspace in which a history was played. */
export async function withRandomWorkspace(
  commands: readonly Command[],
  use: (workspace: RandomWorkspace) => Promise<void>,
): Promise<void> {
  const store = openWorkspaceStore(':memory:', seed)
  const clock = createHistoryClock()
  const options = { store, now: clock.now }
  const api = openEngine(options)
  try {
    const subject = { api, admin: createWorkspaceAdmin(options), clock, salt: seed().id_salt }
    await runHistory(subject, [...setupCommands, ...startingBalances, ...commands])
    await use({ api, store })
  } finally {
    store.close()
  }
}
