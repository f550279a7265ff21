/** Generates the steps of random histories, and makes them on a workspace, once or again. */

import * as fc from 'fast-check'
import { ApiError } from '../../../src/contract/errors.ts'
import { formatTimestamp } from '../../../src/money/calendar.ts'
import { type Command, pick } from '../../service/model/arbitrary-picks.ts'
import { command, setupCommands } from '../../service/model/commands.ts'
import { describeCall, perform, type Subject } from '../../service/model/compare-with-engine.ts'
import { type Model, openModel } from '../../service/model/model.ts'

/** A call that was made; it is the same call when it is made again on another workspace with the same ids. */
export interface Step {
  description: string
  /** Returns the reply, or how it was refused. */
  run: (subject: Subject) => Promise<unknown>
}

/** Chooses the next step by what is there, and makes it. */
export type StepMaker = (subject: Subject, model: Model) => Promise<Step>

const fromCommand =
  (build: Command): StepMaker =>
  async (subject, model) => {
    const call = build(model.book)
    // The model only chooses what the next calls are about.
    await ignoreRefusal(() => model.answer(call, formatTimestamp(subject.clock.now())))
    const run = (other: Subject): Promise<unknown> => perform(other, call)
    await run(subject)
    return { description: describeCall(call), run }
  }

/** Returns what the work returns, or how it was refused. */
async function ignoreRefusal(work: () => unknown): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError) return { refused: error.name }
    throw error
  }
}

const fromChange =
  (name: string, choose: (subject: Subject) => Promise<(other: Subject) => unknown>): StepMaker =>
  async (subject) => {
    const change = await choose(subject)
    const run = (other: Subject): Promise<unknown> => ignoreRefusal(() => change(other))
    await run(subject)
    return { description: name, run }
  }

const pickId = (entries: { id: string }[], at: number): string =>
  entries[at % Math.max(1, entries.length)]?.id ?? 'none'

/** The changes that the model does not know: it covers the API, and these are outside it or rare. */
const otherChange = fc
  .tuple(fc.constantFrom('clearTarget', 'removeRule', 'moveRule', 'setLinked', 'renameGroup'), pick, pick)
  .map(([kind, at, to]) =>
    fromChange(`${kind} ${at} ${to}`, async ({ api, admin }) => {
      if (kind === 'clearTarget') {
        const targets = admin.listTargets().map(({ category_id }) => ({ id: category_id }))
        const id = pickId(targets, at)
        return (other) => other.admin.clearTarget(id)
      }
      if (kind === 'removeRule' || kind === 'moveRule') {
        const id = pickId(admin.listRules(), at)
        const position = (to % 3) + 1
        return (other) =>
          kind === 'removeRule' ? other.admin.removeRule(id) : other.admin.moveRule(id, position)
      }
      if (kind === 'setLinked') {
        const { accounts } = await api.listAccounts({ query: { include_closed: true } })
        const id = pickId(accounts, at)
        return (other) => other.admin.setLinked(id, to % 2 === 0)
      }
      const { category_groups } = await api.listCategoryGroups({})
      const group_id = pickId(category_groups, at)
      return (other) => other.api.updateCategoryGroup({ group_id, body: { name: `Group ${to % 3}` } })
    }),
  )

/** Generates a step of a history: every kind of change, and some calls that are refused or change nothing. */
export const step: fc.Arbitrary<StepMaker> = fc.oneof(
  { weight: 9, arbitrary: command.map(fromCommand) },
  { weight: 1, arbitrary: otherChange },
)

/** Makes a household and then the steps, one after another; calls `after` with each one that was made. */
export async function makeSteps(
  subject: Subject,
  makers: readonly StepMaker[],
  after: (step: Step) => Promise<void>,
): Promise<void> {
  const model = openModel()
  for (const make of [...setupCommands.map(fromCommand), ...makers]) {
    subject.clock.tick()
    await after(await make(subject, model))
  }
}
