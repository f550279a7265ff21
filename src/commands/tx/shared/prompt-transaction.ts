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
  envelope: CategoryOrRta | undefined
  /** True if another flag categorizes the transaction. */
  hasPurpose: boolean
}

/** The answers, together with what arguments and flags gave. */
export interface CompleteTransactionInput {
  amount: string
  account: AccountSummary
  date: string
  merchant: string | undefined
  envelope: CategoryOrRta | undefined
}

/**
 * Asks for what is missing.
 * @throws UserError when the user cancels.
 */
export async function promptTransaction(
  world: WorkspaceContext,
  said: TransactionInput,
): Promise<CompleteTransactionInput> {
  const amount = await promptAmount(world)
  const merchant = said.merchant ?? (await promptPayee(world))
  const envelope =
    said.envelope ?? (said.hasPurpose ? undefined : await promptCategory(world, { amount, merchant }))
  const account = said.account ?? (await promptAccount(world))
  const date = said.date ?? (await promptDate(world))
  const answers = { amount, merchant, envelope, account, date }
  if (
    world.assumesYes ||
    world.isDryRun ||
    (await world.confirm('Add it?', describe(answers, said.hasPurpose)))
  )
    return answers
  throw new UserError('unconfirmed', 'Nothing was changed')
}

function describe(
  { amount, merchant, envelope, account, date }: CompleteTransactionInput,
  hasPurpose: boolean,
): string {
  const whom = merchant === undefined ? '' : ` ${merchant}`
  const purpose =
    envelope === undefined
      ? hasPurpose
        ? ''
        : ', in the category a rule gives it'
      : `, ${formatCategoryName(envelope)}`
  return `${groupThousands(amount)}${whom} on ${date} in ${account.name}${purpose}`
}

const formatCategoryName = (envelope: CategoryOrRta): string =>
  envelope === 'rta' ? 'Ready to Assign' : envelope.name

const OUT = 'out'

async function promptAmount({ select, promptFor }: WorkspaceContext): Promise<string> {
  const way = await select('Money out or in?', [
    { value: OUT, label: 'Money out' },
    { value: 'in', label: 'Money in' },
  ])
  if (way === undefined) throw new UserError('unconfirmed', 'Nothing was changed')
  const typed = await promptFor(amountOption('How much?'))
  return isNegative(typed) === (way === OUT) ? typed : negate(typed)
}

async function promptPayee({ input }: WorkspaceContext): Promise<string | undefined> {
  const typed = await input('Payee (nobody)')
  if (typed === undefined) throw new UserError('unconfirmed', 'Nothing was changed')
  return typed.trim() === '' ? undefined : typed
}

/** Returns the same option, for which an empty answer means the proposed value. */
const withProposal = <Value>(
  entry: OptionSpec<Value>,
  question: string,
  proposed: (reading: ParseContext) => Value | Promise<Value>,
): OptionSpec<Value> => ({
  help: question,
  placeholder: entry.placeholder,
  acceptsEmpty: true,
  parse: (text, reading) => (text.trim() === '' ? proposed(reading) : entry.parse(text, reading)),
})

async function promptCategory(
  world: WorkspaceContext,
  { amount, merchant }: { amount: string; merchant: string | undefined },
): Promise<CategoryOrRta | undefined> {
  const last = merchant === undefined ? undefined : await findLastCategory(world, merchant)
  const proposed = last ?? (isNegative(amount) ? undefined : 'rta')
  const words =
    proposed === undefined ? 'none' : `${formatCategoryName(proposed)}${last ? ', as last time' : ''}`
  const entry: OptionSpec<CategoryOrRta | undefined> = categoryOrRtaOption('Category')
  return world.promptFor(withProposal(entry, `Category (${words})`, () => proposed))
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

async function promptAccount(world: WorkspaceContext): Promise<AccountSummary> {
  const { default_account } = (await world.settings()).selectProfile().profile
  const entry = openAccountOption('Account')
  if (default_account !== undefined) {
    const read = ({ names }: ParseContext) =>
      findAccount(names, default_account).then((found) => requireOpenAccount(names, found))
    return world.promptFor(withProposal(entry, `Account (${default_account})`, read))
  }
  const open = (await world.names.accounts()).filter(({ on_budget, closed }) => on_budget && !closed)
  const [only] = open
  return only && open.length === 1 ? only : world.promptFor(entry)
}

const promptDate = ({ promptFor }: WorkspaceContext): Promise<string> =>
  promptFor(withProposal(dateOption('Date'), 'Date (today)', ({ today }) => today))
