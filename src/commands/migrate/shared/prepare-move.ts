/** Reads the file that a budget moves in from, and plans the workspace that it becomes. */

import type { CommandContext } from '../../../command/context.ts'
import { UserError } from '../../../contract/errors.ts'
import { isOnBudgetAccountType } from '../../../contract/operations/accounts.ts'
import { beginAtMonth } from '../../../migrate/plan/begin-at-month.ts'
import { planWorkspace, type WorkspacePlan } from '../../../migrate/plan/plan-workspace.ts'
import { readSource } from '../../../migrate/read-source.ts'
import type { ReadSourceOptions, SourceBudget, SourceKind } from '../../../migrate/source-budget.ts'
import type { MovedAccountType } from '../../../render/migrate.ts'
import { chooseTypes, type TypedAccount } from './choose-types.ts'
import { readSourceFiles } from './read-source-files.ts'

/** What the flags of a move say. */
export interface MoveFlags extends Pick<ReadSourceOptions, 'currency' | 'dateOrder' | 'decimal'> {
  from: SourceKind | undefined
  since: string | undefined
  types: readonly TypedAccount[]
  keepIds: boolean
}

/** A move that can be carried out. */
export interface PreparedMove {
  plan: WorkspacePlan
  source: SourceKind
  title: string
  /** The name of the budget in its program. */
  name: string | undefined
  types: readonly MovedAccountType[]
}

/**
 * Reads and plans a move.
 * @throws UserError for a file that cannot be read, and with a question for one that can be read in several ways
 */
export async function prepareMove(
  context: CommandContext,
  path: string,
  flags: MoveFlags,
): Promise<PreparedMove> {
  const files = await readSourceFiles(context.files, path)
  const { today, now } = context
  const source = await askUntilRead(context, flags, (answers) =>
    readSource(files, { ...answers, kind: flags.from, today }),
  )
  const { byKey, shown } = await chooseTypes(context, source.accounts, flags.types)
  const since = flags.since
  const moved = since === undefined ? source : cutBefore(source, since, byKey)
  const plan = planWorkspace(moved, { types: byKey, now: now() })
  return { plan, source: source.kind, title: source.title, name: source.name, types: shown }
}

const cutBefore = (source: SourceBudget, month: string, types: ReadonlyMap<string, string>): SourceBudget =>
  beginAtMonth(source, month, (account) => isOnBudgetAccountType(types.get(account) ?? ''))

type Answers = Pick<ReadSourceOptions, 'currency' | 'dateOrder' | 'decimal'>

const answerFields = { currency: 'currency', dates: 'dateOrder', decimal: 'decimal' } as const

/** Reads a file; on a terminal, a question about it is asked and the file is read again with the answer. */
async function askUntilRead<Read>(
  { isInteractive, assumesYes, input }: CommandContext,
  answers: Answers,
  read: (answers: Answers) => Promise<Read>,
): Promise<Read> {
  const given: Answers = { ...answers }
  for (;;) {
    try {
      return await read(given)
    } catch (error) {
      if (!(error instanceof UserError) || !isInteractive() || assumesYes) throw error
      const field = Object.entries(answerFields).find(([flag]) => flag === error.field)?.[1]
      if (field === undefined || given[field] !== undefined) throw error
      const answer = (await input(`${error.message} (${error.hint ?? ''})`))?.trim()
      if (!answer) throw error
      Object.assign(given, { [field]: answer })
    }
  }
}
