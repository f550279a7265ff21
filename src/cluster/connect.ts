/** Connects commands to the workspaces and keys of a database. */

import { mkdtempSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WorkspaceDatabase } from '../contract/ports/workspace-database.ts'
import { summarizeFile } from '../engine/preview-restore.ts'
import { copyWorkspaceFile, detachReplica } from '../store/workspace-replica.ts'
import { checkWorkspace } from './check.ts'
import { openCopies } from './copies.ts'
import { createKey, listKeys, revokeKey } from './keys.ts'
import { readHead } from './log.ts'
import { migrateWorkspace } from './migrate-workspace.ts'
import type { ConnectionPool } from './postgres.ts'
import { createMissingTables, openCheckedPool, type PoolSettings } from './service.ts'
import { findWorkspace, listWorkspaces, remove, rename, setArchived, upload } from './workspaces.ts'

/** What commands are connected with. */
export interface ConnectSettings extends PoolSettings {
  /** Milliseconds since 1970. */
  now: () => number
}

const CONNECTIONS = 2

/** Connects to the database and creates its tables at first use. @throws ApiError service_unavailable */
export async function connectDatabase(settings: ConnectSettings): Promise<WorkspaceDatabase> {
  const { now } = settings
  const pool = openCheckedPool(settings, { size: CONNECTIONS })
  await createMissingTables(pool)
  return {
    listWorkspaces: () => listWorkspaces(pool),
    findWorkspace: (name) => findWorkspace(pool, name),
    setArchived: (id, archived) => setArchived(pool, id, archived ? now() : null),
    rename: (id, name) => rename(pool, id, name),
    summarize: (id) =>
      useTemporaryFolder(async (folder) => summarizeFile(await readCopy({ pool, folder, now }, id))),
    delete: (id) => remove(pool, id),
    upload: (workspaces, id) =>
      useTemporaryFolder(async (folder) => {
        const file = join(folder, 'workspace.db')
        // From here on no command writes to it: what it wrote later would stay behind.
        const workspace = workspaces.setArchived(id, true)
        try {
          copyWorkspaceFile(workspaces.admin(id).path, file, { force: false })
          await upload(pool, workspace, { file, now: now() })
        } catch (error) {
          workspaces.setArchived(id, false)
          throw error
        }
        return { ...workspace, archived: false }
      }),
    download: (id, file, options) =>
      useTemporaryFolder(async (folder) => {
        const copy = await readCopy({ pool, folder, now }, id)
        copyWorkspaceFile(copy, file, options)
      }),
    listKeys: () => listKeys(pool),
    createKey: (draft) => createKey(pool, draft, now()),
    revokeKey: (id) => revokeKey(pool, id, now()),
    check: () =>
      useTemporaryFolder(async (folder) => {
        const problems = []
        for (const { id } of await listWorkspaces(pool))
          for (const problem of await checkWorkspace({ pool, folder, now }, id))
            problems.push({ workspace_id: id, problem })
        return problems
      }),
  }
}

/** Writes a workspace as it is now to a temporary file that belongs to no log; returns its path. */
async function readCopy(
  { pool, folder, now }: { pool: ConnectionPool; folder: string; now: () => number },
  id: string,
): Promise<string> {
  const head = await readHead(pool, id)
  if (!head) throw new Error(`the log of ${id} is empty`)
  const ignore = (): void => undefined
  const copies = openCopies({
    pool,
    folder: join(folder, 'copies'),
    maxBytes: Number.POSITIVE_INFINITY,
    maxOpen: 1,
    migrate: (copy) => migrateWorkspace({ pool, node: hostname(), now }, copy, folder),
    onRebuild: ignore,
    onCatchUp: ignore,
  })
  try {
    const copy = join(folder, 'copy.db')
    await copies.use(id, head, async ({ replica }) => replica.copyTo(copy))
    detachReplica(copy)
    return copy
  } finally {
    copies.close()
  }
}

async function useTemporaryFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'budget-'))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
