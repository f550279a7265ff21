/** Compares the service with a slow model, written from its document alone, over random histories. */

import { test } from 'vitest'
import { openEngine } from '../../src/engine/engine.ts'
import { createWorkspaceAdmin } from '../../src/engine/workspace-admin.ts'
import { openWorkspaceStore } from '../../src/store/workspace-store.ts'
import * as fc from '../support/fast-check.ts'
import { serviceKinds } from './describe-both-ways.ts'
import { command, setupCommands } from './model/commands.ts'
import { compareWaysOften, compareWithModel, createHistoryClock } from './model/compare-with-engine.ts'

const histories = Number(process.env['HISTORIES'] ?? 600)
const seed = Number(process.env['SEED'] ?? 20261120)
const salt = '0123456789ABCDEF'

/** Sixty calls; a call that does not matter for a difference shrinks to none. */
const history = fc.array(
  fc.oneof(
    { withCrossShrink: true },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 99, arbitrary: command },
  ),
  { minLength: 60, maxLength: 60 },
)

const beside = fc.asyncProperty(history, async (commands) => {
  const store = openWorkspaceStore(':memory:', () => ({ currency: 'USD', id_salt: salt }))
  const clock = createHistoryClock()
  const surroundings = { store, now: clock.now }
  const subject = { api: openEngine(surroundings), admin: createWorkspaceAdmin(surroundings), clock, salt }
  try {
    await compareWithModel(subject, [...setupCommands, ...commands])
  } finally {
    store.close()
  }
})

const timeout = 300_000 + histories * 300

test('whatever is done, the service and the model answer alike, and no money is made or lost', {
  timeout,
}, async () => {
  const { failed, errorInstance } = await fc.check(beside, { numRuns: histories, seed })
  // The message has the calls of the shortest such history; fast-check itself would print functions.
  if (failed) throw errorInstance
})

test('a history is answered alike in process and over HTTP, to the byte', { timeout }, async () => {
  const ways = serviceKinds.map(({ open }) => open)
  await compareWaysOften(ways, { numRuns: Math.ceil(histories / 20), seed })
})
