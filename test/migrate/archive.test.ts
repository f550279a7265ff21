/** Tests that what an archive holds moves into a new workspace unchanged, and that broken archives are refused. */

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { InvalidContentError, UserError } from '../../src/contract/errors.ts'
import type { ArchiveSource } from '../../src/contract/ports/archive-source.ts'
import type { Workspaces } from '../../src/contract/ports/local-service.ts'
import { createArchiveSource } from '../../src/engine/archive-source.ts'
import { openWorkspaces } from '../../src/engine/workspaces.ts'
import { unpackFiles } from '../../src/export/archive/tar.ts'
import { writeArchive } from '../../src/export/archive/write-archive.ts'
import { type ArchivedBudget, readArchive } from '../../src/migrate/archive/read-archive.ts'
import type { SourceFile } from '../../src/migrate/source-budget.ts'
import { fillWorkspace, household } from '../export/household.ts'
import { randomHistory, withRandomWorkspace } from '../support/random-workspace.ts'
import { dumpTables, readContent } from '../support/workspace-content.ts'

const rounds = Number(process.env['BUDGET_ROUNDS'] ?? 6)

let folder: string
let workspaces: Workspaces
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  workspaces = openWorkspaces({ folder, now: () => 1000, random: randomBytes })
})
afterEach(() => {
  workspaces.close()
  rmSync(folder, { recursive: true })
})

/** Returns the files of an archive, by way of a tar. */
async function archive(source: ArchiveSource): Promise<SourceFile[]> {
  const chunks: string[] = []
  for await (const chunk of writeArchive(source, { facts: 0, files: 0 })) chunks.push(chunk)
  return unpackFiles(Buffer.from(chunks.join('')))
}

function read(files: readonly SourceFile[], keepIds = false): ArchivedBudget {
  const budget = readArchive(files, { keepIds })
  if (!budget) throw new Error('the files are no archive')
  return budget
}

const decode = ({ path, bytes }: SourceFile): [string, string] => [path, Buffer.from(bytes).toString()]

/** Returns the files as text, without what belongs to the workspace and not to its content. */
const toText = (files: readonly SourceFile[], salt: string): Record<string, string> =>
  Object.fromEntries(
    files
      .map(decode)
      .map(([path, text]) => [
        path,
        text.replaceAll(salt, 'SALT').replace(/"workspace_(id|name)":[^,]*,/g, ''),
      ]),
  )

const NEW_SALT = /acc_([0-9A-Z]{16})/

describe('An archive', { timeout: 60_000 + rounds * 2000 }, () => {
  test('moves into a workspace with the same rows, figures and archive, with its ids or with new ones', async () => {
    let round = 0
    const { failed, errorInstance } = await fc.check(
      fc.asyncProperty(randomHistory, (commands) =>
        withRandomWorkspace(commands, async ({ store }) => {
          const copy = join(folder, `copy${round++}`)
          store.backUp(copy, { force: false })
          const { id_salt: salt } = store.settings
          const files = await archive(createArchiveSource({ id: 'wks_1', getName: () => 'Home' }, store))
          const kept = read(files, true)
          expect({ ...kept.content, transactions: [] }).toEqual({ ...readContent(store), transactions: [] })
          expect(kept).toMatchObject({ name: 'Home', lacks: [] })
          const same = workspaces.createFilledWorkspace({ name: `Same ${round}`, content: kept.content })
          expect(dumpTables(join(folder, `${same.id}.db`))).toEqual(dumpTables(copy))
          expect(toText(await archive(workspaces.archiveSource(same.id)), salt)).toEqual(toText(files, salt))
          const { content } = read(files)
          const other = workspaces.createFilledWorkspace({ name: `Other ${round}`, content })
          const otherFiles = await archive(workspaces.archiveSource(other.id))
          const otherSalt = NEW_SALT.exec(Object.values(toText(otherFiles, '-')).join())?.[1] ?? ''
          expect(otherSalt).not.toBe(salt)
          expect(toText(otherFiles, otherSalt)).toEqual(toText(files, salt))
          expect(workspaces.admin(other.id).listIntegrityErrors()).toEqual([])
        }),
      ),
      { numRuns: rounds, seed: 20261123 },
    )
    if (failed) throw errorInstance
  })

  test('of a household with hostile names, in any currency, moves unchanged', async () => {
    let round = 0
    await fc.assert(
      fc.asyncProperty(household, async (plan) => {
        const from = workspaces.createWorkspace({ name: `From ${++round}`, currency: plan.currency })
        await fillWorkspace(workspaces.open(from.id), plan)
        const files = await archive(workspaces.archiveSource(from.id))
        const { content } = read(files, true)
        const to = workspaces.createFilledWorkspace({ name: `To ${round}`, content })
        expect(dumpTables(join(folder, `${to.id}.db`))).toEqual(dumpTables(join(folder, `${from.id}.db`)))
        expect(toText(await archive(workspaces.archiveSource(to.id)), '-')).toEqual(toText(files, '-'))
      }),
      { numRuns: rounds, seed: 20261123, endOnFailure: true },
    )
  })
})
void [UserError, InvalidContentError]
