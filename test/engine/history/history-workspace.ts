/** Opens a workspace of its own, to make histories in and to look at its rows. */

import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { LocalHistory } from '../../../src/contract/ports/history.ts'
import type { WorkspaceAdmin } from '../../../src/contract/ports/workspace-admin.ts'
import { openWorkspaces } from '../../../src/engine/workspaces.ts'
import { createHistoryClock } from '../../service/model/compare-with-engine.ts'
import type { StepSubject } from './random-steps.ts'
import { openRowReader, type WorkspaceRows } from './workspace-rows.ts'

/** The next number of each table that counts its rows. */
export type Sequences = Readonly<Record<string, number>>

/** A workspace whose rows and history are looked at. */
export interface HistoryWorkspace {
  subject: StepSubject
  history: LocalHistory
  /** Runs `work` in one transaction. */
  transact: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Runs `work` and rolls back what it changed. */
  tryOut: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Makes one entry of what follows. */
  recordCommand: (command: string) => void
  readRows: () => WorkspaceRows
  readSequences: () => Sequences
  /** Makes the next rows as if others had been made before. */
  setSequences: (sequences: Sequences) => void
  /** Opens the workspace once more, as a process that records no command. */
  startRequests: () => { history: LocalHistory; admin: WorkspaceAdmin; close: () => void }
  close: () => void
}

/** Returns bytes that are the same for every workspace, so that equal calls have equal ids. */
function createSeededBytes(): (bytes: number) => Uint8Array {
  let drawn = 0
  return (bytes) => createHash('shake256', { outputLength: bytes }).update(String(drawn++)).digest()
}

/** Creates an empty workspace in a directory of its own. */
export function createHistoryWorkspace(): HistoryWorkspace {
  const folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  const clock = createHistoryClock()
  const workspaces = openWorkspaces({ folder, now: clock.now, random: createSeededBytes() })
  const { id } = workspaces.createWorkspace({ name: 'Household', currency: 'USD' })
  const [api, admin] = [workspaces.open(id), workspaces.admin(id)]
  const rows = openRowReader(admin.path)
  const other = new DatabaseSync(admin.path)
  const settings = other.prepare('SELECT id_salt AS salt FROM workspace').get() as { salt: string } // one column
  return {
    subject: { api, admin, clock, salt: settings.salt, imports: workspaces.importStore(id) },
    history: workspaces.history(id),
    async transact(work) {
      const transaction = workspaces.beginTransaction(id)
      const result = await work()
      transaction.commit()
      return result
    },
    async tryOut(work) {
      const transaction = workspaces.beginTransaction(id)
      try {
        return await work()
      } finally {
        transaction.rollback()
      }
    },
    recordCommand: (command) => workspaces.recordCommand(id, command),
    readRows: rows.read,
    readSequences() {
      const found = other.prepare('SELECT name, seq FROM sqlite_sequence').all() as {
        name: string
        seq: number
      }[] // the columns of the statement
      return Object.fromEntries(found.map(({ name, seq }) => [name, seq]))
    },
    setSequences(sequences) {
      for (const [name, seq] of Object.entries(sequences)) {
        const { changes } = other.prepare('UPDATE sqlite_sequence SET seq = ? WHERE name = ?').run(seq, name)
        if (changes === 0) other.prepare('INSERT INTO sqlite_sequence VALUES (?, ?)').run(name, seq)
      }
    },
    startRequests() {
      const others = openWorkspaces({ folder, now: clock.now, random: createSeededBytes() })
      return { history: others.history(id), admin: others.admin(id), close: others.close }
    },
    close() {
      rows.close()
      other.close()
      workspaces.close()
      rmSync(folder, { recursive: true })
    },
  }
}
