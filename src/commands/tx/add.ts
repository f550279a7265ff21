import { Mistake } from '../../contract/errors.ts'
import { reviewStatuses, type TransactionDraft } from '../../contract/transactions.ts'
import { transactionChange } from '../../render/transactions.ts'
import { command, needed, toggle } from '../command.ts'
import { account, amount, category, date, merchantOrNew, oneOf, plain } from '../entries.ts'
import type { Names } from '../names.ts'
import { answered } from './answered.ts'

export const add = command({
  name: 'tx add',
  summary: 'Add a transaction',
  flags: {
    account: needed(account('The account it is booked in')),
    amount: needed(amount('How much; money out is negative')),
    date: date('When; today when left out'),
    merchant: merchantOrNew('Whom it was paid to or came from; a new name makes a new merchant'),
    category: category('The category that pays for it'),
    readyToAssign: toggle('Income that waits to be assigned'),
    uncategorized: toggle('Leave it without a category, whatever the merchant usually has'),
    notes: plain('A note about it', 'TEXT'),
    status: oneOf('Has the bank booked it? cleared when left out', 'STATUS', ['pending', 'cleared']),
    reviewStatus: oneOf('Does it need another look? needs_review when left out', 'STATUS', reviewStatuses),
  },
  examples: [
    {
      when: 'A purchase today',
      type: 'budget tx add --account Checking --amount -42.10 --merchant Amazon --category Household',
    },
    {
      when: 'Pay day',
      type: 'budget tx add --account Checking --amount 2500 --merchant Employer --ready-to-assign',
    },
  ],
  changes: true,
  async run(
    { api, names, today },
    { account, amount, date, merchant, notes, status, reviewStatus, ...given },
  ) {
    const transaction: TransactionDraft = {
      account_id: account.id,
      date: date ?? today,
      amount,
      ...purpose(given),
      ...(merchant !== undefined && (await payee(names, merchant))),
      ...(notes !== undefined && { notes }),
      ...(status !== undefined && { status }),
      ...(reviewStatus !== undefined && { review_status: reviewStatus }),
    }
    return answered(await api.createTransactions({ body: { transaction } }))
  },
  show: transactionChange('Added'),
})

interface Purpose {
  category: { id: string } | undefined
  readyToAssign: boolean
  uncategorized: boolean
}

function purpose({ category, readyToAssign, uncategorized }: Purpose): Partial<TransactionDraft> {
  if (Number(category !== undefined) + Number(readyToAssign) + Number(uncategorized) > 1) {
    throw new Mistake('usage', 'Take one of --category, --ready-to-assign and --uncategorized')
  }
  if (category) return { category_id: category.id }
  if (readyToAssign) return { ready_to_assign: true }
  // An explicit null keeps the service from choosing a category itself. spec X0
  return uncategorized ? { category_id: null } : {}
}

async function payee(names: Names, text: string): Promise<Partial<TransactionDraft>> {
  const isKnownId = (await names.merchants()).some(({ id }) => id === text)
  return isKnownId ? { merchant_id: text } : { merchant_name: text }
}
