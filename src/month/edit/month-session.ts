/** Holds the state of the month on a screen, and runs and previews the commands that change it. */

import type { CheckBeforeRun, CommandRunner, WorkspaceContext } from '../../command/context.ts'
import { UserError } from '../../contract/errors.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import type { MonthCategory } from '../../contract/operations/months.ts'
import type { ChangeFields, PlannedChange, UndoPlan } from '../../contract/ports/history.ts'
import { addMonths } from '../../money/calendar.ts'
import { add, subtract, sum } from '../../money/decimal.ts'
import { groupThousands } from '../../output/format-amount.ts'
import { pluralize } from '../../output/pluralize.ts'
import { createQuestionPanel, type Panel } from '../../screens/panel.ts'
import type { TextInput } from '../../screens/text-input.ts'
import { listMonthCategories } from '../assign.ts'
import type { MonthReply } from '../month-view.ts'
import { describeNeed, listMonthRows, type MonthRow, type MonthViewName } from './month-rows.ts'

/** An amount that is typed into a row. */
export interface AmountEdit {
  category_id: string
  input: TextInput
  /** What was assigned when the typing began, or when the user was told of a change. */
  assigned: string
  /** What the month would be like; undefined while the text is no amount. */
  preview: MonthReply | undefined
}

/** The state of the screen. It changes with each key. */
export interface MonthState {
  month: string
  reply: MonthReply
  /** The months that a year shows; empty while one month is shown. */
  months: MonthReply[]
  rows: MonthRow[]
  cursor: number
  view: MonthViewName
  folded: Set<string>
  selected: Set<string>
  edit: AmountEdit | undefined
  /** The open panels; the last one has the keyboard. */
  panels: Panel[]
  message: string
  /** What this screen did and has not taken back, the oldest first. */
  done: DoneCommand[]
  /** What it took back. */
  undone: DoneCommand[]
}

/** A command that was run. */
export interface DoneCommand {
  /** Its entry of the history. */
  entry: number
  /** The command as typed. */
  label: string
}

/** What the parts of the screen work with. */
export interface MonthSession {
  context: WorkspaceContext
  runner: CommandRunner
  state: MonthState
}

/** Reads the month, and further ones of its year while these are shown; the cursor stays on its row. */
export async function readMonth(session: MonthSession, month = session.state.month): Promise<void> {
  const { state, runner } = session
  state.reply = await runner.readMonth(month)
  state.month = month
  if (state.months.length > 0) {
    const months: MonthReply[] = []
    for (const one of listMonthsOfYear(month))
      months.push(one === month ? state.reply : await runner.readMonth(one))
    state.months = months
  }
  listRows(state)
}

/** Lists the months of the year in which a month is. */
const listMonthsOfYear = (month: string): string[] =>
  Array.from({ length: 12 }, (_, at) => addMonths(`${month.slice(0, 4)}-01`, at))

/** Lists the rows again, with the cursor on the same row. */
export function listRows(state: MonthState, goTo = state.rows[state.cursor]?.id): void {
  state.rows = listMonthRows(state.reply, state)
  const at = state.rows.findIndex(({ id }) => id === goTo)
  state.cursor = Math.max(0, Math.min(at < 0 ? state.cursor : at, state.rows.length - 1))
  if (!state.edit || getCategory(state)?.id === state.edit.category_id) return
  // What is typed must not reach the row that took the place of its own.
  state.edit = undefined
  state.message = 'The row is not shown any more; nothing was assigned'
}

/** Returns the category under the cursor; undefined on a group. */
export const getCategory = ({ rows, cursor }: MonthState): MonthCategory | undefined => rows[cursor]?.category

/** Words that name the categories of a month, by id. */
const references = new WeakMap<MonthReply, ReadonlyMap<string, string>>()

/** Returns the word that names a category on a command line: its name, with its group if it needs it, or its id. */
export function toReference({ reply }: Pick<MonthState, 'reply'>, { id }: MonthCategory): string {
  const known = references.get(reply) ?? listReferences(reply)
  references.set(reply, known)
  return known.get(id) ?? id
}

function listReferences({ month }: MonthReply): Map<string, string> {
  const all = month.category_groups.flatMap((group) =>
    group.categories.map(({ id, name }) => ({ id, texts: [name, `${group.name}/${name}`] })),
  )
  const counts = new Map<string, number>()
  for (const key of all.flatMap(({ texts }) => [...new Set(texts.map(toNameKey))]))
    counts.set(key, (counts.get(key) ?? 0) + 1)
  const isUnique = (text: string): boolean => isSafe(text) && counts.get(toNameKey(text)) === 1
  return new Map(all.map(({ id, texts }) => [id, texts.find(isUnique) ?? id]))
}

/** True if a command line cannot take the name for anything else. */
const isSafe = (text: string): boolean => text !== '' && !/[=,]|^-/.test(text) && toNameKey(text) !== 'rta'

/**
 * Runs a command, remembers its entry for `u`, reads the month again; true if it was done. What the command would ask,
 * e.g. about a reconciled transaction, is asked on the screen.
 */
export async function runCommand(
  session: MonthSession,
  args: readonly string[],
  check?: CheckBeforeRun,
): Promise<boolean> {
  const { runner, state } = session
  const { error, entry, remarks } = await runner.run(args, check)
  if (entry !== undefined) {
    state.done.push({ entry, label: args.filter((word) => !OPTIONS_OF_RUNS.has(word)).join(' ') })
    state.undone = []
  }
  await readMonth(session)
  if (error instanceof UserError && error.kind === 'unconfirmed') {
    const ask = createQuestionPanel(getQuestion(error), remarks, async () => {
      await runCommand(session, ['--yes', ...args], check)
    })
    state.panels.push(ask)
    return true
  }
  state.message = error === undefined ? (remarks[0] ?? '') : describeError(error)
  return error === undefined
}

/** Runs a command like `runCommand`; a service is not asked first, because it compares versions itself. */
export const runChecked = (
  session: MonthSession,
  args: readonly string[],
  check: CheckBeforeRun,
): Promise<boolean> => runCommand(session, args, session.context.workspace.costsRequests ? undefined : check)

/** Returns the question of an error that says that a command must be confirmed. */
export const getQuestion = ({ message }: UserError): string =>
  message.replace(/^This requires confirmation: /, '')

/** Words that are no part of what the user did. */
const OPTIONS_OF_RUNS = new Set(['--', '--yes'])

/** Returns what was wrong, and what to do about it. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const hint = 'hint' in error && typeof error.hint === 'string' ? `. ${error.hint}` : ''
  const cause =
    error.cause instanceof Error && error.name === 'PartialFailureError' ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}${hint}`
}

/** Returns the month after a command, without doing it, and how many requests the command takes. */
export async function previewMonth(
  { runner, state }: MonthSession,
  args: readonly string[],
): Promise<{ after: MonthReply; requests: number }> {
  const { after, changes } = await runner.preview(args, (api) => api.getMonth({ month: state.month }))
  return after
    ? { after, requests: 0 }
    : { after: predictMonth(state, changes), requests: countRequests(changes) }
}

const countRequests = (changes: readonly PlannedChange[]): number =>
  changes.filter(({ method }) => method !== null).length

const getAssigned = (fields: ChangeFields | null): string => {
  const assigned = fields?.['assigned']
  return typeof assigned === 'string' ? assigned : '0'
}

/** Adds planned assignments to the month of a remote workspace. */
function predictMonth({ reply, month }: MonthState, changes: readonly PlannedChange[]): MonthReply {
  const differences = new Map(
    changes.flatMap(({ type, id, before, after }): [string, string][] =>
      type === 'assignment' && id.startsWith(`${month}/`)
        ? [[id.slice(month.length + 1), subtract(getAssigned(after), getAssigned(before))]]
        : [],
    ),
  )
  const groups = reply.month.category_groups.map((group) => ({
    ...group,
    categories: group.categories.map((category) => {
      const difference = differences.get(category.id)
      if (difference === undefined) return category
      const { assigned, available } = category
      return { ...category, assigned: add(assigned, difference), available: add(available, difference) }
    }),
  }))
  const ready_to_assign = subtract(reply.month.ready_to_assign, sum(differences.values()))
  return { ...reply, month: { ...reply.month, category_groups: groups, ready_to_assign } }
}

/** Describes what a command would change, a line each: `Eating Out  available 173.95 → 170.70`. */
export async function previewLines(session: MonthSession, args: readonly string[]): Promise<string[]> {
  const { after, requests } = await previewMonth(session, args)
  const { reply } = session.state
  const before = new Map(listMonthCategories(reply).map((category) => [category.id, category]))
  const changed = listMonthCategories(after).flatMap((category) => {
    const old = before.get(category.id)
    if (!old) return []
    const needs = [describeNeed(old), describeNeed(category)].map((need) => need || 'no target')
    if (old.available !== category.available || old.assigned !== category.assigned)
      return [[category.name, old.available, category.available] as const]
    return needs[0] === needs[1] ? [] : [[category.name, needs[0] ?? '', needs[1] ?? ''] as const]
  })
  const ready = [reply.month.ready_to_assign, after.month.ready_to_assign] as const
  const rows = [...changed, ...(ready[0] === ready[1] ? [] : [['Ready to Assign', ...ready] as const])]
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  const lines = rows.map(
    ([name, old, now]) => `   ${name.padEnd(width)}  ${groupThousands(old)} → ${groupThousands(now)}`,
  )
  return requests === 0 ? lines : [...lines, `   ${pluralize(requests, 'request')}`]
}

/** Said where nothing was taken back. */
export const NOTHING_TO_REDO = 'There is nothing to redo'

/** Takes back the last thing that this screen did, or does again what it took back; false if there is nothing. */
export async function undoOwn(session: MonthSession, verb: 'undo' | 'redo'): Promise<boolean> {
  const { state, runner } = session
  const [from, to] = verb === 'undo' ? [state.done, state.undone] : [state.undone, state.done]
  const last = from.at(-1)
  if (!last) return false
  const { error } = await runner.run(['--yes', verb, String(last.entry)])
  if (error === undefined) to.push(...from.splice(-1))
  await readMonth(session)
  const done = verb === 'undo' ? `Undone: ${last.label}; U does it again` : `Done again: ${last.label}`
  state.message = error === undefined ? done : describeError(error)
  return true
}

/** Returns what `undo` would take back now. @throws UserError when there is nothing */
export async function planOlderUndo({
  runner,
}: MonthSession): Promise<{ id: number; command: string; lines: string[] }> {
  const { result, error } = await runner.run(['undo', '--dry-run'])
  if (error !== undefined) throw error
  // What `undo --dry-run` returns.
  const { entries, requests } = result as UndoPlan
  const [entry] = entries
  if (!entry) throw new UserError('not_found', 'There is nothing to undo')
  const cost = requests === 0 ? [] : [` ${pluralize(requests, 'request')}`]
  return {
    id: entry.id,
    command: entry.command,
    lines: [` ${entry.at.slice(0, 16).replace('T', ' ')}`, ...cost],
  }
}
