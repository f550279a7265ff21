/** Asks for a new transaction on a terminal. @see docs/cli.md#interactive */

import type { WorkspaceContext } from '../../../command/context.ts'
import type { AccountSummary } from '../../../command/name-cache.ts'
import type { OptionSpec, ParseContext } from '../../../command/option-spec.ts'
import { amountOption, categoryOrRtaOption, dateOption, openAccountOption } from '../../../command/options.ts'
import { type CategoryWithGroup, findAccount, requireOpenAccount } from '../../../command/resolve-name.ts'
import { UserError } from '../../../contract/errors.ts'
import { toNameKey } from '../../../contract/normalize-name.ts'
import { maxPageSize } from '../../../contract/operations/transactions.ts'
import { isNegative, negate } from '../../../money/decimal.ts'
import { groupThousands } from '../../../render/format-amount.ts'

type CategoryOrRta = CategoryWithGroup | 'rta'

/** What arguments and flags gave. */
export interface TransactionInput {
  account: AccountSummary | undefined
  date: string | undefined
  merchant: string | undefined
  category: CategoryOrRta | undefined
  /** True if another flag categorizes the transaction. */
  hasPurpose: boolean
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
 * Asks for what is missing.
 * @throws UserError when the user cancels.
 */
export async function promptTransaction(
  context: WorkspaceContext,
  typed: TransactionInput,
): Promise<CompleteTransactionInput> {
  const amount = await promptAmount(context)
  const merchant = typed.merchant ?? (await promptPayee(context))
  const category =
    typed.category ?? (typed.hasPurpose ? undefined : await promptCategory(context, { amount, merchant }))
  const account = typed.account ?? (await promptAccount(context))
  const date = typed.date ?? (await promptDate(context))
  const answers = { amount, merchant, category, account, date }
  if (
    context.assumesYes ||
    context.isDryRun ||
    (await context.confirm('Add it?', describe(answers, typed.hasPurpose)))
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
      : `, ${formatCategoryName(category)}`
  return `${groupThousands(amount)}${merchantText} on ${date} in ${account.name}${purpose}`
}

const formatCategoryName = (envelope: CategoryOrRta): string =>
  envelope === 'rta' ? 'Ready to Assign' : envelope.name

const OUT = 'out'

async function promptAmount({ select, promptFor }: WorkspaceContext): Promise<string> {
  const direction = await select('Money out or in?', [
    { value: OUT, label: 'Money out' },
    { value: 'in', label: 'Money in' },
  ])
  if (direction === undefined) throw new UserError('unconfirmed', 'Nothing was changed')
  const typed = await promptFor(amountOption('How much?'))
  return isNegative(typed) === (direction === OUT) ? typed : negate(typed)
}

async function promptPayee({ input }: WorkspaceContext): Promise<string | undefined> {
  const typed = await input('Payee (none)')
  if (typed === undefined) throw new UserError('unconfirmed', 'Nothing was changed')
  return typed.trim() === '' ? undefined : typed
}

/** Returns the same option, for which an empty answer means the proposed value. */
const withProposal = <Value>(
  option: OptionSpec<Value>,
  question: string,
  proposed: (parseContext: ParseContext) => Value | Promise<Value>,
): OptionSpec<Value> => ({
  help: question,
  placeholder: option.placeholder,
  acceptsEmpty: true,
  parse: (text, parseContext) =>
    text.trim() === '' ? proposed(parseContext) : option.parse(text, parseContext),
})

async function promptCategory(
  context: WorkspaceContext,
  { amount, merchant }: { amount: string; merchant: string | undefined },
): Promise<CategoryOrRta | undefined> {
  const last = merchant === undefined ? undefined : await findLastCategory(context, merchant)
  const proposed = last ?? (isNegative(amount) ? undefined : 'rta')
  const proposal =
    proposed === undefined ? 'none' : `${formatCategoryName(proposed)}${last ? ', as last time' : ''}`
  const option: OptionSpec<CategoryOrRta | undefined> = categoryOrRtaOption('Category')
  return context.promptFor(withProposal(option, `Category (${proposal})`, () => proposed))
}

/** Returns the category of the newest transaction with this merchant. */
async function findLastCategory(
  { api, names }: WorkspaceContext,
  merchant: string,
): Promise<CategoryOrRta | undefined> {
  const { transactions } = await api.listTransactions({ query: { limit: maxPageSize } })
  const key = toNameKey(merchant)
  const last = transactions.find(({ merchant_name: name }) => name !== null && toNameKey(name) === key)
  if (last?.ready_to_assign) return 'rta'
  return (await names.categories()).find(({ id, archived }) => id === last?.category_id && !archived)
}

async function promptAccount(context: WorkspaceContext): Promise<AccountSummary> {
  const { default_account } = (await context.settings()).selectProfile().profile
  const option = openAccountOption('Account')
  if (default_account !== undefined) {
    const read = ({ names }: ParseContext) =>
      findAccount(names, default_account).then((account) => requireOpenAccount(names, account))
    return context.promptFor(withProposal(option, `Account (${default_account})`, read))
  }
  const open = (await context.names.accounts()).filter(({ on_budget, closed }) => on_budget && !closed)
  const [single] = open
  return single && open.length === 1 ? single : context.promptFor(option)
}

const promptDate = ({ promptFor }: WorkspaceContext): Promise<string> =>
  promptFor(withProposal(dateOption('Date'), 'Date (today)', ({ today }) => today))
