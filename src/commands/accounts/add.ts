import { command, needed } from '../../command/define.ts'
import { accountType, amount, date, name, plain } from '../../command/options.ts'
import { Mistake } from '../../contract/errors.ts'
import { accountChange } from '../../render/accounts.ts'
import { duplicateFlag, refuseSameName } from './shared/assert-unique-name.ts'

export const add = command({
  name: 'accounts add',
  summary: 'Add an account',
  arguments: { name: name('What to call it') },
  flags: {
    type: needed(accountType('What kind of account it is; see budget accounts types')),
    balance: amount('What it holds to begin with'),
    balanceDate: date('The day it held that; today when left out'),
    notes: plain('A note about it', 'TEXT'),
    ...duplicateFlag,
  },
  examples: [
    {
      when: 'A bank account with money in it',
      type: 'budget accounts add Checking --type banking_checking --balance 1200',
    },
    {
      when: 'A credit card you owe on',
      type: 'budget accounts add Visa --type credit_credit_card --balance -350.20',
    },
  ],
  changes: true,
  async run({ api, names, today }, { name, type, balance, balanceDate, notes, allowDuplicateName }) {
    if (balance === undefined && balanceDate !== undefined)
      throw new Mistake('usage', '--balance-date needs --balance beside it')
    if (!allowDuplicateName) await refuseSameName(names, name)
    // The service's today is UTC's; the person's is the one that is meant. spec B80
    const opening =
      balance === undefined ? {} : { initial_balance: balance, initial_balance_date: balanceDate ?? today }
    const { account } = await api.createAccount({ body: { name, type, ...opening } })
    if (notes === undefined) return account
    const noted = await api.updateAccount({ account_id: account.id, body: { notes } })
    return noted.account
  },
  show: accountChange((account) => `Added ${account.name} with ${account.balance} (${account.id})`),
})
