/** Reads the file that a budget moves in from, and plans the workspace that it becomes. */

import type { CommandContext, PromptChoice } from '../command/context.ts'
import { UserError } from '../contract/errors.ts'
import { isOnBudgetAccountType } from '../contract/operations/accounts.ts'
import { toMonth } from '../money/calendar.ts'
import { type ReadSourceOptions, SourceQuestion } from '../tables/source-file.ts'
import type { PlannedArchive } from './archive/read-archive.ts'
import { chooseTypes, type TypedAccount } from './choose-types.ts'
import type { MovedAccountType } from './migrate-view.ts'
import { beginAtMonth } from './plan/begin-at-month.ts'
import { planWorkspace, type WorkspacePlan } from './plan/plan-workspace.ts'
import { type ReadSource, readSource, readSourceFiles } from './read-source.ts'
import type { SourceBudget, SourceKind } from './source-budget.ts'
import { assertCurrencyCode } from './source-flags.ts'

/** What the flags of a move say. */
export interface MoveFlags
  extends Pick<
    ReadSourceOptions,
    'account' | 'currency' | 'dateOrder' | 'decimal' | 'spending' | 'income' | 'known'
  > {
  from: SourceKind | undefined
  since: string | undefined
  /** The types of `--type`. */
  types: readonly TypedAccount[]
  /** The types of the accounts of the workspace that is compared. */
  knownTypes?: readonly TypedAccount[]
  keepIds: boolean
  /** Reads the transactions of an archive although they are not written. */
  countsTransactions: boolean
  /** Checks the name of the new workspace once the source is read, before anything is asked. */
  checkName?: (nameInSource: string | undefined) => Promise<void>
}

/** A move that can be carried out. */
export interface PreparedMove {
  plan: WorkspacePlan
  source: SourceKind
  title: string
  /** The name of the budget in its program. */
  name: string | undefined
  types: readonly MovedAccountType[]
  /** The month of `--since`. */
  since: string | undefined
  /** False where the balances are the sums of the file's own rows. */
  statesBalances: boolean
  /** What the flags and the user said about the file. */
  answers: MoveAnswers
}

/** What a newer file of the same budget is read with. */
export interface MoveAnswers extends Partial<Omit<Answers, 'currency' | 'known'>> {
  since?: string | undefined
  types?: readonly TypedAccount[]
  /** True if assignments keep the overspending in the categories that kept it. */
  restoresOverspending?: boolean | undefined
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
  const {
    invocation: { today, now },
    computer: { useForeignTables, runProgram },
    user,
  } = context
  if (flags.since !== undefined) assertBegun(flags.since, today)
  const files = await readSourceFiles(context.computer.files, path, user.warn)
  const { read, given } = await askUntilRead(context, flags, (answers) =>
    readSource(files, {
      ...answers,
      kind: flags.from,
      keepIds: flags.keepIds,
      today,
      useForeignTables,
      runProgram,
      path: context.computer.files.resolvePath(path),
    }),
  )
  await flags.checkName?.('archive' in read ? read.archive.name : read.budget.name)
  if ('archive' in read) return prepareArchive(read.archive, flags)
  const source = read.budget
  const { byKey, shown } = await chooseTypes(context, source.accounts, flags)
  const since = flags.since
  const moved = since === undefined ? source : cutBefore(source, since, byKey)
  const plan = planWorkspace(moved, { types: byKey, now: now() })
  if (since !== undefined && source.rules.treatsCardsAsCash)
    plan.whole = planWorkspace(source, { types: byKey, now: now() })
  plan.notTaken = plan.notTaken.filter(
    ({ accounts }) => !accounts?.every((key) => isTyped(shown, source, key)),
  )
  return {
    plan,
    source: source.kind,
    title: source.title,
    name: source.name,
    types: shown,
    since,
    statesBalances: source.statesBalances,
    answers: { ...pickAnswers(given), since, types: shown.map(({ account, type }) => ({ account, type })) },
  }
}

function assertBegun(month: string, today: string): void {
  if (month <= toMonth(today)) return
  throw new UserError('invalid', `${month} has not started yet`, {
    field: 'since',
    hint: 'Start with this month or an earlier one',
  })
}

/** True if the user gave the account a type. */
const isTyped = (shown: readonly MovedAccountType[], { accounts }: SourceBudget, key: string): boolean => {
  const name = accounts.find((account) => account.key === key)?.name
  return shown.some(({ account, suggested }) => account === name && !suggested)
}

/** An archive moves in as it is. */
function prepareArchive(
  { plan, title, name }: PlannedArchive,
  { since, types, countsTransactions }: MoveFlags,
): PreparedMove {
  const flag = since !== undefined ? 'since' : types.length > 0 ? 'type' : undefined
  if (flag !== undefined)
    throw new UserError('usage', `--${flag} does not work with a budget archive, which is moved unchanged`, {
      field: flag,
    })
  if (countsTransactions) for (const _ of plan.content.transactions);
  return {
    plan,
    source: 'budget',
    title,
    name,
    types: [],
    since: undefined,
    statesBalances: true,
    answers: {},
  }
}

const cutBefore = (source: SourceBudget, month: string, types: ReadonlyMap<string, string>): SourceBudget =>
  beginAtMonth(source, month, (account) => isOnBudgetAccountType(types.get(account) ?? ''))

type Answers = Pick<
  MoveFlags,
  'account' | 'currency' | 'dateOrder' | 'decimal' | 'spending' | 'income' | 'known'
>

/** The answer to each question that a reader may have, by the flag that gives it. */
const answerNames = {
  account: 'account',
  currency: 'currency',
  dates: 'dateOrder',
  decimal: 'decimal',
  spending: 'spending',
} as const satisfies Record<string, keyof Answers>

const pickAnswers = ({ account, dateOrder, decimal, spending, income, known }: Answers): MoveAnswers => ({
  account,
  dateOrder,
  decimal,
  spending,
  income: income ?? known?.income,
})

const findAnswerName = (field: string | undefined) =>
  Object.entries(answerNames).find(([flag]) => flag === field)?.[1]

/** The first choice is taken by Enter alone, and must not decide anything. */
const STOP: PromptChoice = { value: 'stop', label: 'Stop: move nothing' }

/** Asks on the terminal; undefined if the user stops. */
async function ask(
  { user: { input, select } }: Pick<CommandContext, 'user'>,
  { message, answers }: SourceQuestion,
): Promise<string | undefined> {
  if (!answers) return (await input(`${message}. Which currency, such as USD?`))?.trim().toUpperCase()
  const answer = await select(message, [STOP, ...answers])
  return answer === STOP.value ? undefined : answer
}

/** Asks which categories are income; undefined where the file, a flag or an answer says it. */
async function askForIncome(
  context: CommandContext,
  { income, known }: Answers,
  read: ReadSource,
): Promise<readonly string[] | undefined> {
  const choices = 'budget' in read ? (read.budget.incomeChoices ?? []) : []
  const isAsked =
    context.user.isInteractive() && !context.invocation.assumesYes && !context.invocation.isDryRun
  if (!isAsked || (income ?? known?.income) !== undefined || choices.length === 0) return undefined
  const guessed = choices.flatMap(({ name, isIncome }) => (isIncome ? [name] : []))
  const chosen = await context.user.selectMany(
    'Which categories are income? Their money goes to Ready to Assign',
    {
      choices: choices.map(({ name }) => ({ value: name, label: name })),
      initial: guessed,
    },
  )
  if (!chosen) throw new UserError('unconfirmed', 'Nothing was moved')
  const isSame = chosen.length === guessed.length && guessed.every((name) => chosen.includes(name))
  return isSame ? undefined : chosen.length === 0 ? ['none'] : chosen
}

/** Reads a file; on a terminal, a question about it is asked and the file is read again with the answer. */
async function askUntilRead<Read extends ReadSource>(
  context: CommandContext,
  answers: Answers,
  read: (answers: Answers) => Promise<Read>,
): Promise<{ read: Read; given: Answers }> {
  const given: Answers = { ...answers }
  for (;;) {
    try {
      const found = await read(given)
      const income = await askForIncome(context, given, found)
      if (income === undefined) return { read: found, given }
      given.income = income
    } catch (error) {
      if (
        !(error instanceof SourceQuestion) ||
        !context.user.isInteractive() ||
        context.invocation.assumesYes
      )
        throw error
      const name = findAnswerName(error.field)
      if (!name || given[name] !== undefined) throw error
      const answer = await ask(context, error)
      if (answer === undefined) throw error
      if (answer === '') continue
      if (name === 'currency') assertCurrencyCode(answer)
      Object.assign(given, { [name]: answer })
    }
  }
}
