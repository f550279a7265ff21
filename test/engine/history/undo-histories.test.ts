/**
 * Tests undo over random histories: what is taken back is as before, row by row.
 * @see docs/history.md#5-proof
 */

import { expect, test } from 'vitest'
import * as fc from '../../support/fast-check.ts'
import {
  assertForHistories,
  describeEntry,
  getNewest,
  makeHistory,
  timeout,
  undo,
  withWorkspace,
} from './made-history.ts'
import { groups } from './random-steps.ts'
import { compareRows, type WorkspaceRows } from './workspace-rows.ts'

/** True if one entry created something under the name of something that it deleted or renamed. */
function reusesName(before: WorkspaceRows, after: WorkspaceRows): boolean {
  const describeName = (
    key: string,
    { name_key, category_group }: Readonly<Record<string, unknown>>,
  ): string => JSON.stringify([key.split(' ')[0], name_key, String(category_group)])
  const oldNames = new Set([...before].map(([key, row]) => describeName(key, row)))
  return [...after].some(
    ([key, row]) => 'name_key' in row && !before.has(key) && oldNames.has(describeName(key, row)),
  )
}

test('undo of everything, newest first, goes through every earlier state to the empty workspace; redo comes back', {
  timeout,
}, async () => {
  await assertForHistories(
    fc.asyncProperty(groups, (chosen) =>
      withWorkspace(async (workspace) => {
        const empty = workspace.readRows()
        const made = await makeHistory(workspace, chosen)
        const changes = made.filter(({ entry }) => entry !== undefined)
        const assertDescribedAsBefore = (): void => {
          for (const { entry = 0, described } of changes)
            expect(describeEntry(workspace, entry)).toBe(described)
        }
        assertDescribedAsBefore()
        const states = [empty, ...changes.map(({ after }) => after)]
        // An undo of such an entry is refused: the row that is restored finds its name taken.
        fc.pre(!changes.some(({ after }, at) => reusesName(states[at] ?? empty, after)))
        const undone: { state: number; id: number; description: string }[] = []
        for (const [at, { entry = 0, description }] of [...changes.entries()].toReversed()) {
          expect({ description, undone: undo(workspace, entry) }).toEqual({
            description,
            undone: [entry],
          })
          const now = workspace.readRows()
          expect({ undone: description, lost: compareRows(states[at] ?? empty, now) }).toEqual({
            undone: description,
            lost: [],
          })
          undone.push({ state: at + 1, id: getNewest(workspace), description })
        }
        expect(compareRows(empty, workspace.readRows())).toEqual([])
        assertDescribedAsBefore()
        for (const { state, id, description } of undone.toReversed()) {
          expect({ description, undone: undo(workspace, id) }).toEqual({ description, undone: [id] })
          const lost = compareRows(states[state] ?? empty, workspace.readRows())
          expect({ redone: description, lost }).toEqual({ redone: description, lost: [] })
        }
        expect(workspace.subject.admin.listIntegrityErrors()).toEqual([])
      }),
    ),
  )
})
