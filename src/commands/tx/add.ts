import { command, maybe, toggle, type World } from '../../command/define.ts'
import type { KnownAccount } from '../../command/name-cache.ts'
import {
  accountToBookIn,
  amount,
  date,
  envelope,
  merchantOrNew,
  oneOf,
  plain,
} from '../../command/options.ts'
import type { NamedCategory } from '../../command/resolve-name.ts'
import { Mistake } from '../../contract/errors.ts'
import { reviewStatuses, type TransactionDraft } from '../../contract/operations/transactions.ts'
import { transactionChange } from '../../render/transactions.ts'
import { purposeFlags, purposeOf } from './shared/category-options.ts'
import { usualAccount } from './shared/default-account.ts'
import { addRows, rowsOf } from './shared/json-rows.ts'
import { payee } from './shared/merchant-options.ts'
import { askTransaction } from './shared/prompt-transaction.ts'
import { answered } from './shared/reply.ts'
import type { SplitLine } from './shared/split-option.ts'

const sum = amount('How much; money out is negative')

export const add = command({
  name: 'tx add',
  summary: 'Add a transaction',
  arguments: {
    sum: maybe(sum),
    shop: maybe(merchantOrNew('Whom it was paid to or came from')),
    envelope: maybe(envelope('The category that pays for it')),
  },
  flags: {
    account: accountToBookIn(
      'The account it is booked in; may be left out when there is only one, or a default_account',
    ),
    amount: sum,
    date: date('When; today when left out'),
    merchant: merchantOrNew('Whom it was paid to or came from; a new name makes a new merchant'),
    ...purposeFlags,
    notes: plain('A note about it', 'TEXT'),
    status: oneOf('Has the bank booked it, cleared when left out', 'STATUS', ['pending', 'cleared']),
    reviewStatus: oneOf('Does it need another look, needs_review when left out', 'STATUS', reviewStatuses),
    stdin: toggle(
      'Add those that come in on stdin: a JSON array, or one on each line, as the API takes them',
    ),
  },
  examples: [
    { when: 'A purchase today', type: 'budget tx add -42.10 Amazon Household' },
    {
      when: 'Pay day',
      type: 'budget tx add --account Checking --amount 2500 --merchant Employer --ready-to-assign',
    },
    {
      when: 'One receipt, two purposes',
      type: "budget tx add -50 Supermarket --split Groceries=-30 --split 'Fun=-20:for the party'",
    },
    { when: 'What another program wrote', type: 'budget tx add --stdin --account Checking < rows.ndjson' },
  ],
  changes: true,
  async run(world, { stdin, ...given }) {
    if (!stdin) {
      const transaction = await draft(world, given)
      return answered(await world.api.createTransactions({ body: { transaction } }))
    }
    const { account, date, status, reviewStatus, split, ...single } = given
    if (split.length > 0 || Object.values(single).some((value) => value !== undefined && value !== false))
      throw new Mistake('usage', 'Take --stdin or a transaction on the line, not both')
    const rows = rowsOf(await world.files.read('-'), {
      ...(account && { account_id: account.id }),
      ...(date !== undefined && { date }),
      ...shared({ status, reviewStatus }),
    })
    return addRows(world, rows)
  },
  show: transactionChange('Added'),
})

interface Given {
  sum: string | undefined
  shop: string | undefined
  envelope: NamedCategory | 'rta' | undefined
  account: KnownAccount | undefined
  amount: string | undefined
  date: string | undefined
  merchant: string | undefined
  category: NamedCategory | 'rta' | undefined
  readyToAssign: boolean
  uncategorized: boolean
  split: SplitLine[]
  notes: string | undefined
  status: TransactionDraft['status']
  reviewStatus: TransactionDraft['review_status']
}

async function draft(world: World, given: Given): Promise<TransactionDraft> {
  const { names, today } = world
  const { notes, split, readyToAssign, uncategorized } = given
  const amount = either('AMOUNT', given.sum, given.amount)
  const said = {
    account: given.account,
    date: given.date,
    merchant: either('MERCHANT', given.shop, given.merchant),
    envelope: either('CATEGORY', given.envelope, given.category),
    hasPurpose: readyToAssign || uncategorized,
  }
  const isAsked = amount === undefined && split.length === 0
  if (isAsked && !world.canAsk())
    throw new Mistake('usage', '"budget tx add" needs an AMOUNT', {
      hint: 'budget tx add --help shows how it goes',
    })
  const whole = isAsked ? await askTransaction(world, said) : { ...said, amount }
  return {
    account_id: (whole.account ?? (await usualAccount(world))).id,
    date: whole.date ?? today,
    ...(whole.amount !== undefined && { amount: whole.amount }),
    ...purposeOf({ ...given, category: whole.envelope }),
    ...(whole.merchant !== undefined && (await payee(names, whole.merchant))),
    ...(notes !== undefined && { notes }),
    ...shared(given),
  }
}

const shared = ({ status, reviewStatus }: Pick<Given, 'status' | 'reviewStatus'>) => ({
  ...(status !== undefined && { status }),
  ...(reviewStatus !== undefined && { review_status: reviewStatus }),
})

/** What was given as an argument or with a flag, but not both. */
function either<Value>(placeholder: string, argument: Value | undefined, flag: Value | undefined) {
  if (argument !== undefined && flag !== undefined)
    throw new Mistake('usage', `Take ${placeholder} or --${placeholder.toLowerCase()}, not both`)
  return argument ?? flag
}
