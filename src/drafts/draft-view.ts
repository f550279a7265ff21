/** Shows a draft: who wants what and why, everything that would change, and how to apply it. */

import { type Draft, type DraftContent, needsTerminal } from '../contract/ports/drafts.ts'
import type { Change } from '../contract/ports/history.ts'
import { describeChanges, formatRawChanges } from '../history/changes.ts'
import { formatTimestamp } from '../money/calendar.ts'
import { isNegative } from '../money/decimal.ts'
import { groupThousands } from '../output/format-amount.ts'
import { momentColumn } from '../output/moment-column.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { toShellValue } from '../output/shell-words.ts'
import { countColumn, defineView, textColumn, type View } from '../output/view.ts'

// JSON omits symbol keys: only the text for users has names.
/** The key of the names that a draft keeps, by id. */
export const namesKey: unique symbol = Symbol('names by id')

/** What keeps the names of what it mentions. */
export interface WithNames {
  readonly [namesKey]: DraftContent['names']
}

/** Returns the names of what a draft or its result mentions, by id. */
export const getNames = (named: WithNames): ReadonlyMap<string, string> =>
  new Map(Object.entries(named[namesKey]))

/** A draft as it is shown. */
export interface DraftReport
  extends WithNames,
    Pick<
      Draft,
      | 'state'
      | 'why'
      | 'actor'
      | 'warnings'
      | 'plan'
      | 'ready_to_assign'
      | 'requests'
      | 'history'
      | 'replaced_by'
    > {
  /** Its number. */
  draft: number
  /** When it was made, as a timestamp. */
  created_at: string
  /** The command lines as a user would type them. */
  commands: string[]
  /** How many things change. */
  rows: number
  /** True if only the user at a terminal may apply it. */
  terminal_only: boolean
  /** The command that comes next; null when there is none. */
  next: string | null
}

/** Returns a draft as it is shown. */
export const toDraftReport = (draft: Draft): DraftReport => ({
  draft: draft.number,
  state: draft.state,
  created_at: formatTimestamp(draft.created_at),
  why: draft.why,
  actor: draft.actor,
  commands: draft.lines.map((line) => `budget ${line.map(toShellWord).join(' ')}`),
  warnings: draft.warnings,
  terminal_only: needsTerminal(draft),
  rows: draft.plan.length,
  plan: draft.plan,
  ready_to_assign: draft.ready_to_assign,
  requests: draft.requests,
  next: findNextCommand(draft),
  history: draft.history,
  replaced_by: draft.replaced_by,
  [namesKey]: draft.names,
})

/** Returns an argument quoted as one shell word; a flag as it is. */
const toShellWord = (word: string): string => (/^--[a-z-]*$/.test(word) ? word : toShellValue(word))

const nextCommands: Readonly<Record<Draft['state'], (draft: Draft) => string | null>> = {
  open: ({ number }) => `budget drafts apply ${number}`,
  applied: ({ history }) => `budget undo ${history}`,
  replaced: ({ replaced_by }) => `budget drafts show ${replaced_by}`,
  dropped: () => null,
  expired: () => null,
}

const findNextCommand = (draft: Draft): string | null => nextCommands[draft.state](draft)

/** Returns the lines that a user reads before a draft is applied. */
export function describeDraft(report: DraftReport): string[] {
  const { draft, state, actor, why, commands, plan, ready_to_assign, warnings } = report
  return [
    `Draft ${draft}, ${state}${actor === null ? '' : `, by ${actor}`}`,
    ...(why === null ? [] : [`Why: ${why}`]),
    ...commands.map((command) => `    ${command}`),
    ...describeChanges(plan, { tense: 'planned', names: getNames(report) }),
    ...Object.entries(ready_to_assign).flatMap(([month, [before, after]]) =>
      before === after && !isNegative(after)
        ? []
        : [`Ready to Assign in ${month}: ${groupThousands(before)} → ${groupThousands(after)}`],
    ),
    ...warnings.map((warning) => `Warning: ${warning}`),
  ].map(sanitizeLine)
}

const reportFields = [
  'draft',
  'state',
  'created_at',
  'why',
  'actor',
  'commands',
  'warnings',
  'terminal_only',
  'rows',
  'ready_to_assign',
  'requests',
  'next',
  'history',
  'replaced_by',
] as const

/** One draft with everything that it would change. */
export const draftView: View<DraftReport> = defineView<DraftReport, Change>({
  columns: [
    textColumn('type', 'Type'),
    textColumn('id', 'Id'),
    { field: 'changes', heading: 'Changes', kind: 'text', getValue: formatRawChanges },
  ],
  rows: ({ plan }) => plan,
  isPlainText: true,
  fields: () => [...reportFields, 'plan', 'plan.type', 'plan.id', 'plan.before', 'plan.after'],
  renderText(report, { colors }) {
    const { next, state } = report
    const end = next === null ? [] : [`${state === 'open' ? 'Apply it with' : 'Next'}: ${next}`]
    return `${[...describeDraft(report), ...end.map((line) => colors.dim(line))].join('\n')}\n`
  },
})

/** Drafts in a list, the newest first. */
export const draftListView: View<DraftReport[]> = defineView<DraftReport[], DraftReport>({
  columns: [
    countColumn('draft', '#'),
    textColumn('state', 'State'),
    momentColumn('created_at', 'Made', 1),
    textColumn('actor', 'By', { dropPriority: 2 }),
    countColumn('rows', 'Changes'),
    {
      field: 'what',
      heading: 'What',
      kind: 'text',
      minWidth: 20,
      getValue: ({ why, commands }) => why ?? commands.join('; '),
    },
  ],
  fields: () => reportFields,
  emptyMessage: 'No drafts: budget COMMAND --draft makes one',
})
