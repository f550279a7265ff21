/** Shows what became of a draft that was to be applied: the entry of the history, or what differs. */

import type { ResultStatus } from '../command/define.ts'
import { formatFieldChanges, formatFields, labelEntity } from '../history/change-fields.ts'
import { formatRawChanges } from '../history/changes.ts'
import { pluralize } from '../output/pluralize.ts'
import { defineView, textColumn, type View } from '../output/view.ts'
import { type ApplyResult, isCurrent } from './apply-draft.ts'
import type { DraftedChange, PlanDifference } from './compare-plans.ts'
import { getNames } from './draft-view.ts'

const fields = () => ['draft', 'applied', 'history', 'differences', 'missing', 'problem']

/** A draft that was applied. */
export const applyView: View<ApplyResult> = defineView<ApplyResult, ApplyResult>({
  columns: [],
  rows: (result) => [result],
  isPlainText: true,
  fields,
  renderText({ draft, history, applied, missing }, { colors }) {
    if (missing > 0)
      return `Applied draft ${draft} in part: ${pluralize(missing, 'request')} missing\nTo take it back: budget undo ${history}\n`
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

/** How applying a draft ended, and what the user is told about it beside the result. */
export function describeEnd(result: ApplyResult): { status: ResultStatus; reason: string | undefined } {
  const { draft, missing, problem } = result
  const reason = problem ?? undefined
  if (missing > 0) return { status: 'incomplete', reason }
  if (isCurrent(result)) return { status: 'done', reason }
  const sentence = `Nothing was changed: draft ${draft} would not do what it showed`
  const next = `Make a new one; budget drafts drop ${draft} drops this one`
  return { status: 'outdated', reason: `${sentence}${problem === null ? '' : `: ${problem}`}. ${next}` }
}

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
