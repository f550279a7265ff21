/** Generates the steps of random histories: calls that can be made again on another workspace. */

import { ApiError } from '../../../src/contract/errors.ts'
import { type ImportStore, ROW_KEY_BYTES } from '../../../src/contract/ports/import-journal.ts'
import { formatTimestamp } from '../../../src/money/calendar.ts'
import { type Command, pick } from '../../service/model/arbitrary-picks.ts'
import { command, setupCommands } from '../../service/model/commands.ts'
import { describeCall, perform, type Subject } from '../../service/model/compare-with-engine.ts'
import type { Model } from '../../service/model/model.ts'
import * as fc from '../../support/fast-check.ts'

/** The service that steps are made on, with the journal of its imports. */
export interface StepSubject extends Subject {
  imports: ImportStore
}

/** A call that was made; it is the same call when it is made again on another workspace with the same ids. */
export interface Step {
  description: string
  /** Returns the reply, or how it was refused. */
  run: (subject: StepSubject) => Promise<unknown>
}

/** Chooses the next step by what is there, and makes it. */
export type StepMaker = (subject: StepSubject, model: Model) => Promise<Step>

/** Steps that make one entry of the history, in one transaction or in one for each. */
export interface StepGroup {
  makers: readonly StepMaker[]
  isOneTransaction: boolean
}

const fromCommand =
  (build: Command): StepMaker =>
  async (subject, model) => {
    const call = build(model.book)
    // The model only chooses what the next calls are about.
    await ignoreRefusal(() => model.answer(call, formatTimestamp(subject.clock.now())))
    const run = (other: StepSubject): Promise<unknown> => perform(other, call)
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
  (name: string, choose: (subject: StepSubject) => Promise<(other: StepSubject) => unknown>): StepMaker =>
  async (subject) => {
    const change = await choose(subject)
    const run = (other: StepSubject): Promise<unknown> => ignoreRefusal(() => change(other))
    await run(subject)
    return { description: name, run }
  }

const pickId = (entries: { id: string }[], at: number): string =>
  entries[at % Math.max(1, entries.length)]?.id ?? 'none'

const groupChanges = ['moveGroup', 'moveCategory', 'deleteGroup'] as const

/** The changes that the model does not know: it covers the API, and these are outside it or rare. */
const otherChange = fc
  .tuple(
    fc.constantFrom('clearTarget', 'removeRule', 'moveRule', 'setLinked', 'renameGroup', ...groupChanges),
    pick,
    pick,
  )
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
      if (kind === 'moveGroup' || kind === 'deleteGroup') {
        const { category_groups } = await api.listCategoryGroups({})
        const id = pickId(category_groups, at)
        const position = (to % 3) + 1
        return (other) =>
          kind === 'moveGroup' ? other.admin.moveGroup(id, position) : other.admin.deleteGroup(id)
      }
      if (kind === 'moveCategory') {
        const { category_groups } = await api.listCategories({})
        const id = pickId(
          category_groups.flatMap(({ categories }) => categories),
          at,
        )
        const position = (to % 3) + 1
        return (other) => other.admin.moveCategory(id, position)
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

interface CreatedTransactions {
  transactions: { id: string }[]
}

const importedRows = [
  { amount: '-12.50', merchant_name: 'Blue Bottle Coffee' },
  { amount: '-3', merchant_name: 'Bahn' },
  { amount: '40', merchant_name: 'Kiosk' },
]

/** Imports rows in several batches, as the importer does: each batch is committed with its entry in the journal. */
const importFile = fc.tuple(fc.nat(2), pick, fc.integer({ min: 1, max: 3 })).map(([file, at, batches]) =>
  fromChange(`import ${file} in ${batches} batches`, async ({ api }) => {
    const account_id = pickId((await api.listAccounts({})).accounts, at)
    return async ({ api: target, imports, clock }: StepSubject) => {
      const import_id = `file${file}`
      const file_record = {
        id: import_id,
        account_id,
        path: `/${file}.csv`,
        started_at: clock.now(),
        request: '',
      }
      imports.beginImport(file_record, [])
      for (let batch = 0; batch < batches; batch++) {
        await imports.groupCommit(async () => {
          const number = imports.recordSending({
            ...{ import_id, account_id, sent_at: clock.now(), references: '', drafts: '' },
            ...{ first_date: '2026-03-01', last_date: '2026-03-01' },
            keys: new Uint8Array(ROW_KEY_BYTES * importedRows.length).fill(batch + 1),
          })
          const transactions = importedRows.map((row) => ({ ...row, account_id, date: '2026-03-01' }))
          // The operation replies with the list of what it created.
          const reply = (await target.createTransactions({ body: { transactions } })) as CreatedTransactions
          imports.markDone(
            number,
            reply.transactions.map(({ id }) => id),
          )
        })
      }
      imports.finishImport(import_id, 'done', '')
    }
  }),
)

/** Forgets rows of an import, as importing them again after they were deleted does. */
const forgetRows = fc.nat(2).map((file) =>
  fromChange(`forget rows of ${file}`, async ({ imports }) => {
    const ids = imports.listBatches(`file${file}`).flatMap((batch) => batch.ids.slice(0, 1))
    return (other) => other.imports.forgetTransactions(ids)
  }),
)

/** Generates a step of a history: every kind of change, and some calls that are refused or change nothing. */
const step: fc.Arbitrary<StepMaker> = fc.oneof(
  { weight: 40, arbitrary: command.map(fromCommand) },
  { weight: 4, arbitrary: otherChange },
  { weight: 2, arbitrary: importFile },
  { weight: 1, arbitrary: forgetRows },
)

const group: fc.Arbitrary<StepGroup> = fc.oneof(
  { weight: 4, arbitrary: step.map((maker) => ({ makers: [maker], isOneTransaction: false })) },
  {
    weight: 1,
    arbitrary: fc.record({
      makers: fc.array(step, { minLength: 2, maxLength: 4 }),
      isOneTransaction: fc.boolean(),
    }),
  },
)

/** Generates the steps of a history: about 60, in 45 entries. */
export const groups = fc.array(group, { minLength: 45, maxLength: 45 })

/** The steps that make a household to begin with. */
export const setupGroups: readonly StepGroup[] = setupCommands.map((build) => ({
  makers: [fromCommand(build)],
  isOneTransaction: false,
}))
