/** Asks for a new transaction on a terminal. @see docs/cli.md#interactive */

import type { PromptChoice, WorkspaceContext } from '../command/context.ts'
import type { AccountSummary } from '../command/names/name-cache.ts'
import { type CategoryWithGroup, findAccount, requireOpenAccount } from '../command/names/resolve-name.ts'
import { amountOption, dateOption } from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import { readNewestPage } from '../contract/paginate.ts'
import { isNegative, negate } from '../money/decimal.ts'
import { groupThousands } from '../output/format-amount.ts'
import { createCategorySuggester } from './suggest-category.ts'

type CategoryOrRta = CategoryWithGroup | 'rta'

/** Whether money leaves the account or enters it. */
export type Direction = 'out' | 'in'

/** What arguments and flags gave. */
export interface TransactionInput {
  /** A decimal string with its sign. */
  amount: string | undefined
  account: AccountSummary | undefined
  date: string | undefined
  merchant: string | undefined
  category: CategoryOrRta | undefined
  /** True if another flag categorizes the transaction. */
  hasPurpose: boolean
  /** Known where the command says it. */
  direction: Direction | undefined
}

/** The answers, together with what arguments and flags gave. */
export interface CompleteTransactionInput {
  amount: string
  account: AccountSummary
  date: string
  merchant: string | undefined
  category: CategoryOrRta | undefined
}

/**
 * Asks for what is missing. Enter takes what is proposed.
 * @throws UserError when the user cancels.
 */
export async function promptTransaction(
  context: WorkspaceContext,
  typed: TransactionInput,
): Promise<CompleteTransactionInput> {
  const amount = typed.amount ?? (await promptAmount(context, typed.direction))
  const merchant = typed.merchant ?? (await promptPayee(context))
  const category =
    typed.category ??
    (typed.hasPurpose
      ? undefined
      : await promptCategory(context, { amount, merchant, account: typed.account }))
  const account = typed.account ?? (await promptAccount(context))
  const date = typed.date ?? (await promptDate(context))
  const answers = { amount, merchant, category, account, date }
  if (
    context.invocation.assumesYes ||
    context.invocation.isDryRun ||
    (await context.user.confirm('Add it?', describe(answers, typed.hasPurpose)))
  )
    return answers
  throw new UserError('unconfirmed', 'Nothing was changed')
}

function describe(
  { amount, merchant, category, account, date }: CompleteTransactionInput,
  hasPurpose: boolean,
): string {
  const merchantText = merchant === undefined ? '' : ` ${merchant}`
  const purpose =
    category === undefined
      ? hasPurpose
        ? ''
        : ', categorized by a rule'
      : `, ${category === 'rta' ? 'Ready to Assign' : category.name}`
  return `${groupThousands(amount)}${merchantText} on ${date} in ${account.name}${purpose}`
}

/**
 * Lets the user select, and returns the answer.
 * @throws UserError when the user cancels.
 */
async function requireAnswer(answer: Promise<string | undefined>): Promise<string> {
  const chosen = await answer
  if (chosen === undefined) throw new UserError('unconfirmed', 'Nothing was changed')
  return chosen
}

async function promptAmount(
  { user: { select, promptFor } }: WorkspaceContext,
  known: Direction | undefined,
): Promise<string> {
  const choices = [
    { value: 'out', label: 'Money out' },
    { value: 'in', label: 'Money in' },
  ]
  const direction = known ?? (await requireAnswer(select('Money out or in?', choices)))
  const typed = await promptFor(amountOption('How much?'))
  return isNegative(typed) === (direction === 'out') ? typed : negate(typed)
}

const noPayee: PromptChoice = { value: '', label: 'No merchant' }

async function promptPayee({
  user: { select },
  workspace: { names },
}: WorkspaceContext): Promise<string | undefined> {
  const merchants = (await names.merchants()).map(({ name }) => ({ value: name, label: name }))
  const chosen = await requireAnswer(
    select('Merchant: type part of the name, or a new one', [noPayee, ...merchants], { allowsNew: true }),
  )
  return chosen.trim() === '' ? undefined : chosen
}

const noCategory: PromptChoice = { value: '', label: 'None: leave it to a rule or decide later' }
const readyToAssign: PromptChoice = { value: 'rta', label: 'Ready to Assign' }

async function promptCategory(
  context: WorkspaceContext,
  row: { amount: string; merchant: string | undefined; account: AccountSummary | undefined },
): Promise<CategoryOrRta | undefined> {
  // The service keeps the categories of credit cards itself.
  const categories = (await context.workspace.names.categories()).filter(
    ({ archived, system }) => !archived && !system,
  )
  const choices = categories.map(({ id, name, group_name }) => ({
    value: id,
    label: `${group_name}/${name}`,
  }))
  const proposals = await proposeCategories(context, row, [...choices, readyToAssign])
  const proposed = new Set(proposals.map(({ value }) => value))
  const rest = [...choices, readyToAssign].filter(({ value }) => !proposed.has(value))
  const question = 'Category: type part of the name'
  // Without a proposal, Enter must not book a category that only comes first in the list.
  const chosen = await requireAnswer(
    context.user.select(
      question,
      proposals.length > 0 ? [...proposals, noCategory, ...rest] : [noCategory, ...rest],
    ),
  )
  return chosen === readyToAssign.value ? 'rta' : categories.find(({ id }) => id === chosen)
}

/** Returns the likely categories with their reasons, the likeliest first. */
async function proposeCategories(
  context: WorkspaceContext,
  {
    amount,
    merchant,
    account,
  }: { amount: string; merchant: string | undefined; account: AccountSummary | undefined },
  choices: readonly PromptChoice[],
): Promise<PromptChoice[]> {
  const { transactions } = await readNewestPage(context.workspace.api)
  const suggester = createCategorySuggester({
    transactions,
    rules: context.workspace.admin?.listRules() ?? [],
    categories: await context.workspace.names.categories(),
  })
  const row = { merchant_name: merchant ?? null, amount, ...(account && { account_id: account.id }) }
  const suggestions = merchant === undefined ? [] : suggester.suggest(row)
  const proposals = suggestions.flatMap(({ category, reason }) => {
    const choice = choices.find(({ value }) => value === category)
    return choice ? [{ value: category, label: `${choice.label} (${reason})` }] : []
  })
  if (proposals.length > 0 || isNegative(amount)) return proposals
  return [{ ...readyToAssign, label: `${readyToAssign.label} (income)` }]
}

async function promptAccount(context: WorkspaceContext): Promise<AccountSummary> {
  const {
    workspace: { names },
    user: { select },
  } = context
  const { default_account } = (await context.computer.settings()).selectProfile().profile
  const open = (await names.accounts()).filter(({ closed }) => !closed)
  const usual =
    default_account === undefined
      ? undefined
      : await requireOpenAccount(names, await findAccount(names, default_account))
  const budgeted = open.filter(({ on_budget }) => on_budget)
  const [single] = budgeted
  if (!usual && single && budgeted.length === 1) return single
  const rest = open.filter(({ id }) => id !== usual?.id).map(({ id, name }) => ({ value: id, label: name }))
  const first = usual ? [{ value: usual.id, label: `${usual.name} (default)` }] : []
  if (first.length + rest.length === 0)
    throw new UserError('usage', 'There is no open account', {
      hint: 'To add one: budget accounts add Checking --type banking_checking',
    })
  const chosen = await requireAnswer(select('Account', [...first, ...rest]))
  return findAccount(names, chosen)
}

const promptDate = ({ user: { promptFor } }: WorkspaceContext): Promise<string> => {
  const option = dateOption('Date')
  return promptFor({
    ...option,
    help: 'Date (today)',
    acceptsEmpty: true,
    parse: (text, context) => (text.trim() === '' ? context.today : option.parse(text, context)),
  })
}
