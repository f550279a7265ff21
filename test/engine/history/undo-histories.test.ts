/**
 * Tests undo over random histories: what is taken back is as before, row by row.
 * @see docs/history.md#4-proof
 */

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertForHistories, getNewest, makeHistory, timeout, undo, withWorkspace } from './made-history.ts'
import { groups } from './random-steps.ts'
import { compareRows } from './workspace-rows.ts'

test('undo of everything, newest first, goes through every earlier state to the empty workspace; redo comes back', {
  timeout,
}, async () => {
  await assertForHistories(
    fc.asyncProperty(groups, (chosen) =>
      withWorkspace(async (workspace) => {
        const empty = workspace.readRows()
        const made = await makeHistory(workspace, chosen)
        const changes = made.filter(({ entry }) => entry !== undefined)
        const states = [empty, ...changes.map(({ after }) => after)]
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
