/** Shows a dry run: what would change, from what to what. */

import { NEW_ID, type PlannedChange, toPlannedChange, type UndoPlan } from '../contract/ports/history.ts'
import { pluralize } from '../output/pluralize.ts'
import { defineView, textColumn, type View } from '../output/view.ts'
import type { NamesById } from './change-fields.ts'
import { describeChanges, describePlan, formatRawChanges } from './changes.ts'
import { maskNewIds, TYPES_WITH_OWN_ID } from './mask-new-ids.ts'

// JSON omits symbol keys, so that scripts get ids only.
const descriptionKey: unique symbol = Symbol('what describes the changes to a user')

/** All changes of a dry run, and how many requests they take. */
export interface DryRunReport {
  readonly plan: PlannedChange[]
  requests: number
  /** Returns the lines that a user reads: with the names and the ids that new entities had before they were rolled back. */
  readonly [descriptionKey]: () => string[]
}

/** What a dry run would change: change by change, and by taking entries of the history back. */
export interface PlannedWork {
  changes: readonly PlannedChange[]
  undos: readonly UndoPlan[]
}

/** Builds the report of a dry run; `names` are the names that were loaded anyway, by id. */
export const buildDryRunReport = ({ changes, undos }: PlannedWork, names: NamesById): DryRunReport => ({
  // Describing every change of an undo takes longer than the undo, and only a program reads them all.
  get plan() {
    return maskNewIds([...changes, ...undos.flatMap((undo) => undo.changes.map(toPlannedChange))])
  },
  requests: changes.filter(({ method }) => method !== null).length,
  [descriptionKey]: () => [
    ...describeChanges(changes, {
      tense: 'planned',
      names: new Map([...names, ...collectNames(changes)]),
    }),
    ...undos.flatMap((undo) => describePlan(undo, names)),
  ],
})

/** Returns the names of the changed entities, by id. */
const collectNames = (changes: readonly PlannedChange[]): [string, string][] =>
  changes.flatMap(({ type, id, before, after }) => {
    const name = (before ?? after)?.['name']
    return TYPES_WITH_OWN_ID.has(type) && id !== NEW_ID && typeof name === 'string' ? [[id, name]] : []
  })

/** The changes in words, in a pipe as well; one line each as TSV and CSV. */
export const dryRunView: View<DryRunReport> = defineView<DryRunReport, PlannedChange>({
  columns: [
    textColumn('type', 'Type'),
    textColumn('id', 'Id'),
    { field: 'changes', heading: 'Changes', kind: 'text', getValue: formatRawChanges },
    textColumn('method', 'Method'),
    textColumn('path', 'Path'),
  ],
  rows: ({ plan }) => plan,
  isPlainText: true,
  fields: () => [
    'plan',
    'plan.method',
    'plan.path',
    'plan.body',
    'plan.type',
    'plan.id',
    'plan.before',
    'plan.after',
    'requests',
  ],
  renderText: (report, { colors }) => {
    const lines = report[descriptionKey]().map((line) => `${line}\n`)
    if (lines.length === 0) return `${colors.dim('Nothing would change')}\n`
    return `${lines.join('')}${colors.dim(`Nothing was changed${describeCost(report)}`)}\n`
  },
})

const describeCost = ({ requests }: DryRunReport): string => {
  if (requests === 0) return ''
  return `; this would make ${pluralize(requests, 'request')}`
}
