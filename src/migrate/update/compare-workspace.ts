/** Reads a newer file of a budget, compares it with the workspace, and explains figures by what differs. */

import type { CommandContext } from '../../command/context.ts'
import { UserError } from '../../contract/errors.ts'
import { createIdCodec } from '../../contract/ids.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import type { Workspace, Workspaces } from '../../contract/ports/local-service.ts'
import type { StoredContent } from '../../contract/ports/workspace-content.ts'
import type { WorkspacePlan } from '../plan/plan-workspace.ts'
import { type MoveAnswers, type MoveFlags, type PreparedMove, prepareMove } from '../prepare-move.ts'
import type { Difference, Proof } from '../proof/compare-figures.ts'
import { assertSameBudget, proveApi, proveWorkspace } from '../prove-workspace.ts'
import type { KnownIds } from '../read-figures.ts'
import type { SourceKind } from '../source-budget.ts'
import { type ComparedBudgets, compareBudgets } from './compare-budgets.ts'
import { toPlannedBudget, unpackBudget } from './moved-budget.ts'
import { restoreOverspending } from './restore-overspending.ts'

/** What a comparison is asked for. */
export interface CompareRequest {
  workspaces: Workspaces
  workspace: Workspace
  file: string
  flags: Omit<MoveFlags, 'currency' | 'keepIds' | 'countsTransactions'>
  /** Assigns what the program kept overspent in a category. */
  restoresOverspending?: boolean
}

/** A file and a workspace, compared. */
export interface ComparedMove {
  workspaces: Workspaces
  workspace: Workspace
  move: PreparedMove
  /** undefined for an archive of ours. */
  compared: ComparedBudgets | undefined
  /** True if what the last move brought is known. */
  hasBase: boolean
  /** True if the file is complete and its program gives ids that stay. */
  hasKeys: boolean
  /** Changes when another process writes. */
  counter: number
}

/** The programs whose files have ids that stay; other files are compared by what they say. */
const keepsIds: Readonly<Record<SourceKind, boolean>> = {
  budget: false,
  ynab: false,
  'ynab-json': true,
  ynab4: true,
  actual: true,
  journal: false,
  beancount: false,
  gnucash: true,
  qif: false,
  csv: false,
}

/** Reads a file with what is known from the last move, and compares it with the workspace. */
export async function compareWorkspace(
  context: CommandContext,
  { workspaces, workspace, file, flags, restoresOverspending }: CompareRequest,
): Promise<ComparedMove> {
  const counter = workspaces.changeCounter(workspace.id)
  const ours = workspaces.contentStore(workspace.id).read()
  const answers: MoveAnswers = ours.move ? (JSON.parse(ours.move.answers) as MoveAnswers) : {} // `createMove` wrote it
  const move = await prepareMove(context, file, {
    ...addAnswers(flags, answers),
    currency: undefined,
    known: { currency: workspace.currency, income: answers.income },
    knownTypes: [
      ...ours.accounts.flatMap(({ name, type }) => ({ account: name, type })),
      ...(answers.types ?? []),
    ],
    keepIds: false,
    countsTransactions: true,
  })
  const restores = restoresOverspending === true || answers.restoresOverspending === true
  const known = { workspaces, workspace, counter, hasBase: ours.move !== undefined }
  const { plan: whole } = move
  if (!whole.keys) {
    assertSameBudget(workspace.name, whole.content.accounts.map(toKey), ours.accounts.map(toKey))
    return { ...known, move, compared: undefined, hasKeys: false }
  }
  const plan = restores ? restoreOverspending(whole) : whole
  const hasKeys = keepsIds[move.source]
  const compared = comparePlan(plan, { ours, source: move.source, hasKeys })
  for (const { what, before, there } of compared.renamed)
    context.user.warn(`The ${what} ${before} is ${there} in the file: most of its rows are the same`)
  assertSameBudget(workspace.name, compared.theirs.accounts.map(toSeq), ours.accounts.map(toSeq))
  return {
    ...known,
    move: { ...move, plan, answers: { ...move.answers, restoresOverspending: restores } },
    compared,
    hasKeys,
  }
}

const toKey = ({ name }: { name: string }): string => toNameKey(name)
const toSeq = ({ seq }: { seq: number }): string => String(seq)

/** Flags are stronger than what was answered at the last move. */
const addAnswers = (
  flags: CompareRequest['flags'],
  { since, dateOrder, decimal, spending, account }: MoveAnswers,
): CompareRequest['flags'] => ({
  ...flags,
  since: flags.since ?? since,
  dateOrder: flags.dateOrder ?? dateOrder,
  decimal: flags.decimal ?? decimal,
  spending: flags.spending ?? spending,
  ...((flags.account ?? account) !== undefined && { account: flags.account ?? account }),
})

/** Compares the plan of a file with what the workspace holds now. */
export const comparePlan = (
  plan: WorkspacePlan,
  { ours, source, hasKeys }: { ours: StoredContent; source: string; hasKeys: boolean },
): ComparedBudgets =>
  compareBudgets(toPlannedBudget(plan), {
    base: ours.move && unpackBudget(ours.move.said),
    ours,
    hasSameKeys: ours.move?.source === source,
    hasKeys,
  })

/** Returns the proof of what the workspace is now; what no rule explains may follow from rows that differ. */
export async function proveCompared({ workspaces, workspace, move, compared }: ComparedMove): Promise<Proof> {
  const { plan } = move
  const known = compared && findIds(plan, compared)
  const proof = await proveWorkspace(workspaces, workspace.id, { plan, known })
  const isOpen = proof.differences.some(({ rules }) => rules.length === 0)
  if (!isOpen || !compared || compared.things.length === 0) return proof
  // A workspace with exactly the rows of the file tells what follows from the rows that differ.
  const pure = await workspaces.useTemporaryWorkspace(plan.content, (api, reports) =>
    proveApi({ api, reports }, { plan, known: undefined }),
  )
  return { ...proof, differences: explainByRows(proof.differences, pure.differences) }
}

function findIds({ content }: WorkspacePlan, { theirs, ours }: ComparedBudgets): KnownIds {
  const { toId } = createIdCodec(ours.id_salt)
  const find = (table: 'accounts' | 'categories'): [seq: number, own: number][] => {
    const here = new Set(ours[table].flatMap(({ seq, deleted }) => (deleted ? [] : [seq])))
    return content[table].flatMap(({ seq }, at): [number, number][] => {
      const own = theirs[table][at]?.seq ?? 0
      return here.has(own) ? [[seq, own]] : []
    })
  }
  return {
    accountIds: new Map(find('accounts').map(([seq, own]) => [seq, toId('account', own)])),
    categorySeqs: new Map(find('categories').map(([seq, own]) => [toId('category', own), seq])),
  }
}

function explainByRows(differences: readonly Difference[], pure: readonly Difference[]): Difference[] {
  const toKey = ({ figure, month, category, account }: Difference): string =>
    `${figure} ${month} ${category} ${account}`
  const byKey = new Map(pure.map((difference) => [toKey(difference), difference]))
  return differences.map((difference) => {
    if (difference.rules.length > 0) return difference
    const own = byKey.get(toKey(difference))
    const isMoved = own && own.rules.length === 0
    if (difference.ours === (own?.ours ?? difference.theirs))
      return { ...difference, rules: own?.rules ?? [] }
    return isMoved ? difference : { ...difference, rules: [...(own?.rules ?? []), 'rows'] }
  })
}

/** Returns the comparison of the rows. @throws UserError for an archive of ours, which is moved as it is */
export function assertComparable({ compared }: ComparedMove): ComparedBudgets {
  if (compared) return compared
  throw new UserError('usage', 'An archive from budget export all does not update a workspace', {
    field: 'file',
    hint: 'Move it into a new workspace: budget migrate FILE --name NAME',
  })
}
