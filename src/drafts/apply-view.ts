/** Shows what became of a draft that was to be applied: the entry of the history, or what differs. */

import { formatFieldChanges, formatFields, labelEntity } from '../history/change-fields.ts'
import { formatRawChanges } from '../history/changes.ts'
import { defineView, textColumn, type View } from '../output/view.ts'
import { type ApplyResult, getNames } from './apply-draft.ts'
import type { DraftedChange, PlanDifference } from './compare-plans.ts'

const fields = () => ['draft', 'applied', 'history', 'differences', 'problem']

/** A draft that was applied. */
export const applyView: View<ApplyResult> = defineView<ApplyResult, ApplyResult>({
  columns: [],
  rows: (result) => [result],
  isPlainText: true,
  fields,
  renderText({ draft, history, applied }, { colors }) {
    const end = applied ? `It is entry ${history} of the history` : 'Nothing was changed'
    return `${applied ? `Applied draft ${draft}` : `Draft ${draft} would do what it shows`}\n${colors.dim(end)}\n`
  },
})

/** Returns the view of a result: a table of what differs when the draft would not do what it showed. */
export function createApplyView(result: ApplyResult): View<ApplyResult> {
  if (isCurrent(result)) return applyView
  const names = getNames(result)
  const column = (field: 'shown' | 'now', heading: string) => ({
    field,
    heading,
    kind: 'text' as const,
    getValue: (row: PlanDifference) => formatRaw(row, row[field]),
    formatForTerminal: ({ [field]: change }: PlanDifference) => describeSides(change, names),
  })
  return defineView<ApplyResult, PlanDifference>({
    columns: [
      textColumn('type', 'Type', { hiddenOnTerminal: true }),
      {
        ...textColumn('id', 'What'),
        formatForTerminal: ({ type, id, shown, now }) =>
          type === 'ready_to_assign'
            ? `Ready to Assign in ${id}`
            : labelEntity({ type, id, ...(shown ?? now ?? noChange) }, names),
      },
      column('shown', 'Shown'),
      column('now', 'Now'),
    ],
    rows: ({ differences }) => differences,
    fields,
  })
}

/** Returns why a draft was not applied, e.g. for stderr; undefined when it does what it showed. */
export const describeOutdated = (result: ApplyResult): string | undefined =>
  isCurrent(result)
    ? undefined
    : `Nothing was changed: draft ${result.draft} would not do what it showed${result.problem === null ? '' : `: ${result.problem}`}`

/** True if the draft does what it showed. */
export const isCurrent = ({ differences, problem }: ApplyResult): boolean =>
  differences.length === 0 && problem === null

const noChange: DraftedChange = { before: null, after: null }

const formatRaw = ({ id }: PlanDifference, change: DraftedChange | null): string | null =>
  change && formatRawChanges({ type: 'setting', id, ...change })

/** Describes the changed fields of a thing on one line. */
function describeSides(change: DraftedChange | null, names: ReadonlyMap<string, string>): string {
  if (change === null) return 'No change'
  const { before, after } = change
  if (before && after) return formatFieldChanges(before, after, names).join(', ')
  return `${before ? 'Deleted' : 'Added'}: ${formatFields(after ?? before ?? {}, names).join(', ')}`
}
