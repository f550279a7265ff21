/** Applies the findings that `--apply` names, once the user has confirmed them. */

import type { WorkspaceContext } from '../command/context.ts'
import { UserError } from '../contract/errors.ts'
import { describeRequestCost } from '../transactions/affected-transactions.ts'
import type { NamedFindingSelection } from './finding-option.ts'
import type { FindingOutcome } from './findings-view.ts'

/** What every finding has: its number in the list, and whether `--apply all` takes it. */
interface NumberedFinding {
  number: number
  sure: boolean
}

/** How findings are named and asked about. */
interface FindingPrompts<Finding> {
  /** What a finding is, e.g. `pair`. */
  noun: string
  /** The question about all selected findings, e.g. `Delete 2 transactions?`. */
  question: (findings: readonly Finding[]) => string
  /** One line for each finding: what would be done. */
  describe: (finding: Finding) => string
  /** The ids by which a finding can be named. */
  listIds: (finding: Finding) => readonly string[]
  /** How many requests the findings take. */
  countRequests: (findings: readonly Finding[]) => number
  /** Returns the other way to apply a finding, with its label; undefined where there is none. */
  getOtherWay?: (finding: Finding) => { label: string; finding: Finding } | undefined
}

/**
 * Returns all findings with their outcome: only proposed without `--apply`; else `applySelected` has applied those that
 * the user has confirmed.
 */
export async function applyFindings<Finding extends NumberedFinding>(
  context: WorkspaceContext,
  { findings, apply, applySelected }: FindingSelection<Finding>,
  prompts: FindingPrompts<Finding>,
): Promise<(Finding & { outcome: FindingOutcome })[]> {
  if (apply === undefined) return findings.map((finding) => ({ ...finding, outcome: 'proposed' }))
  const selected = await selectFindings(context, { findings, apply }, prompts)
  await applySelected(selected)
  const applied = new Map(selected.map((finding) => [finding.number, finding]))
  return findings.map((finding) => ({
    ...(applied.get(finding.number) ?? finding),
    outcome: applied.has(finding.number) ? 'applied' : 'skipped',
  }))
}

/** The findings, those of them that are applied, and how. */
interface FindingSelection<Finding> {
  findings: readonly Finding[]
  apply: NamedFindingSelection | undefined
  /** Carries out the fixes of the selected findings. */
  applySelected: (selected: readonly Finding[]) => Promise<unknown>
}

/**
 * Returns the findings to apply, once the user has confirmed them. `all` takes only those that are sure.
 * @throws UserError for a number or an id that is not in the list, and for `ask` without a terminal
 */
async function selectFindings<Finding extends NumberedFinding>(
  context: WorkspaceContext,
  selection: { findings: readonly Finding[]; apply: NamedFindingSelection },
  prompts: FindingPrompts<Finding>,
): Promise<Finding[]> {
  const { findings, apply } = selection
  if (apply === 'ask') return askAboutEach(context, findings, prompts)
  const selected = apply === 'all' ? findings.filter(({ sure }) => sure) : listNamed(findings, apply, prompts)
  if (selected.length === 0) {
    if (findings.length > 0)
      context.user.info(`No ${prompts.noun} is sure enough for --apply all; choose by number`)
    return selected
  }
  await context.user.requireConfirmation(prompts.question(selected), async () =>
    [
      ...selected.map(prompts.describe),
      ...describeRequestCost(context, prompts.countRequests(selected)),
    ].join('\n'),
  )
  return selected
}

/** Returns the findings of these numbers and ids, each once. */
function listNamed<Finding extends NumberedFinding>(
  findings: readonly Finding[],
  names: readonly (number | string)[],
  prompts: Pick<FindingPrompts<Finding>, 'noun' | 'listIds'>,
): Finding[] {
  const named = names.map((name) =>
    typeof name === 'number' ? findByNumber(findings, name, prompts.noun) : findById(findings, name, prompts),
  )
  return [...new Set(named)]
}

function findByNumber<Finding extends NumberedFinding>(
  findings: readonly Finding[],
  number: number,
  noun: string,
): Finding {
  const found = findings.find((finding) => finding.number === number)
  if (found) return found
  const hint =
    findings.length === 0
      ? 'The list is empty'
      : `The list has ${findings.length === 1 ? 'only number 1' : `numbers 1 to ${findings.length}`}; with other filters the numbers change`
  throw new UserError('not_found', `No ${noun} has the number ${number}`, { hint })
}

function findById<Finding extends NumberedFinding>(
  findings: readonly Finding[],
  id: string,
  { noun, listIds }: Pick<FindingPrompts<Finding>, 'noun' | 'listIds'>,
): Finding {
  const [found, ...others] = findings.filter((finding) => listIds(finding).includes(id))
  if (!found)
    throw new UserError('not_found', `No ${noun} in the list has the id ${id}`, {
      hint: 'It has been changed or deleted since, or was never in the list',
    })
  if (others.length === 0) return found
  const numbers = [found, ...others].map(({ number }) => number).join(', ')
  throw new UserError('usage', `Several have the id ${id}: ${numbers}`, { hint: 'Use one of the numbers' })
}

const YES = 'yes'
const NO = 'no'
const OTHER = 'other'
const STOP = 'stop'

/** Asks about each finding in turn; what was answered before the user stops is applied. */
async function askAboutEach<Finding extends NumberedFinding>(
  context: WorkspaceContext,
  findings: readonly Finding[],
  { describe, noun, getOtherWay }: FindingPrompts<Finding>,
): Promise<Finding[]> {
  if (!context.user.isInteractive() && findings.length > 0)
    throw new UserError('usage', `--apply ask requires a terminal`, {
      hint: `Give the numbers, as in --apply 1,3, or use --apply all`,
    })
  const accepted: Finding[] = []
  for (const finding of findings) {
    const question = `${finding.number}: ${describe(finding)}?`
    const other = getOtherWay?.(finding)
    // Enter takes the first choice, which must lose nothing.
    const choices = [
      { value: NO, label: 'No' },
      { value: YES, label: 'Yes' },
      ...(other ? [{ value: OTHER, label: other.label }] : []),
      { value: STOP, label: `Stop and apply the ${noun}s accepted so far` },
    ]
    const answer = await context.user.select(question, choices).catch((error: unknown) => {
      if (accepted.length > 0)
        context.user.info(`Nothing was changed: the ${noun}s you accepted are applied after the last answer`)
      throw error
    })
    if (answer === undefined) throw new UserError('unconfirmed', 'Nothing was changed')
    if (answer === STOP) break
    if (answer === YES) accepted.push(finding)
    if (answer === OTHER && other) accepted.push(other.finding)
  }
  return accepted
}
