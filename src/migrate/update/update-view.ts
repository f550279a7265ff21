/** Shows what differs between a file and a workspace, and what an update brought. */

import { groupThousands } from '../../output/format-amount.ts'
import { sanitizeLine } from '../../output/sanitize.ts'
import type { TextStyle } from '../../output/style.ts'
import type { View } from '../../output/view.ts'
import { createMigrateView, type MigrateResult, migrateFields } from '../migrate-view.ts'
import type { UpdateCount } from './build-changes.ts'
import type { ShownThing, ShownThings } from './describe-things.ts'
import type { Decision } from './merge-fields.ts'

/** The result of a comparison with a file. */
export type VerifyResult = MigrateResult & ShownThings

/** A conflict, and who is right. */
export interface DecidedConflict extends ShownThing {
  taken: Decision
  /** False if the user was not asked: what is here stays. */
  is_decided: boolean
}

/** The result of bringing in a newer file. What is listed as new or different is what remains. */
export interface UpdateResult extends VerifyResult {
  /** True if nothing is known of the last move: the workspace is older than that, or did not move in. */
  is_first: boolean
  /** What was written, or would be. */
  updated: readonly UpdateCount[]
  conflicts: readonly DecidedConflict[]
  /** The command that takes it back; null where nothing was written. */
  undo: string | null
}

const MAX_THINGS = 15

const titles: Readonly<Record<keyof ShownThings, string>> = {
  new_here: 'New here',
  new_there: 'New there',
  different: 'Different',
}

/** The comparison: what is new here, new there and different, and then the figures. */
export const verifyView: View<VerifyResult> = createMigrateView<VerifyResult>(
  [...migrateFields, 'new_here', 'new_there', 'different'],
  renderThings,
)

/** What an update brought, the conflicts, what still differs, and the figures. */
export const updateView: View<UpdateResult> = createMigrateView<UpdateResult>(
  [...migrateFields, 'is_first', 'updated', 'undo', 'conflicts', 'new_here', 'new_there', 'different'],
  (result, style) => [
    ...renderUpdated(result),
    ...renderConflicts(result, style),
    ...renderThings(result, style),
  ],
)

function renderThings(result: ShownThings, style: TextStyle): string[] {
  return (['new_here', 'new_there', 'different'] as const).flatMap((group) =>
    listThings(result[group].map(describeThing), { title: titles[group], field: group, style }),
  )
}

function listThings(
  lines: readonly string[],
  { title, field, style: { colors } }: { title: string; field: string; style: TextStyle },
): string[] {
  if (lines.length === 0) return []
  const rest = lines.length - MAX_THINGS
  return [
    colors.bold(`${title} (${groupThousands(String(lines.length))})`),
    ...lines.slice(0, MAX_THINGS).map((line) => `  ${line}`),
    ...(rest > 0 ? [`  ${groupThousands(String(rest))} more: --fields ${field} lists all of them`] : []),
  ]
}

const typeNames: Readonly<Record<ShownThing['type'], string>> = {
  account: 'Account ',
  category_group: 'Group ',
  category: 'Category ',
  assignment: 'Assigned ',
  target: 'Target ',
  transaction: '',
}

/** Returns a thing in one line. */
const describeThing = ({ type, name, reason, fields }: ShownThing): string =>
  sanitizeLine(
    [
      `${typeNames[type]}${name}`,
      ...fields.map(
        ({ field, there, here }) =>
          `${field.replaceAll('_', ' ')} ${there ?? 'none'} there, ${here ?? 'none'} here`,
      ),
      reason.toLowerCase(),
    ].join('; '),
  )

const nouns: Readonly<Record<UpdateCount['type'], readonly [one: string, many: string]>> = {
  account: ['account', 'accounts'],
  category_group: ['group', 'groups'],
  category: ['category', 'categories'],
  assignment: ['assignment', 'assignments'],
  target: ['target', 'targets'],
  transaction: ['transaction', 'transactions'],
}

const outcomes = { added: 'add', changed: 'change', deleted: 'delete' } as const

function renderUpdated({ updated, is_first, workspace_id, undo }: UpdateResult): string[] {
  const isPlan = workspace_id === null
  const done = (['added', 'changed', 'deleted'] as const).flatMap((outcome) => {
    const parts = updated.flatMap(({ type, [outcome]: number }) =>
      number === 0 ? [] : [`${groupThousands(String(number))} ${nouns[type][number === 1 ? 0 : 1]}`],
    )
    const words = isPlan ? `Would ${outcomes[outcome]}` : `${outcome[0]?.toUpperCase()}${outcome.slice(1)}`
    return parts.length === 0 ? [] : [`${words} ${parts.join(', ')}`]
  })
  return [
    ...(is_first ? ['What moved in before is not known, so rows were compared by what they say'] : []),
    ...(done.length === 0 && !isPlan ? ['There was nothing to bring in'] : done),
    ...(undo === null ? [] : [`Undo with: ${undo}`]),
  ]
}

function renderConflicts({ conflicts, workspace_id }: UpdateResult, style: TextStyle): string[] {
  const lines = conflicts.map(
    (one) => `${describeThing(one)}; ${one.taken === 'here' ? 'kept as here' : 'taken from the file'}`,
  )
  const undo = workspace_id === null ? '' : 'undo, then again with '
  return [
    ...listThings(lines, { title: 'Conflicts', field: 'conflicts', style }),
    ...(conflicts.some(({ is_decided }) => !is_decided)
      ? [`  To take what is in the file: ${undo}--conflicts there`]
      : []),
  ]
}
