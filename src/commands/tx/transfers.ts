/** `budget tx transfers`: finds two rows that are one transfer between own accounts, and makes them one. */

import { namedFindingOption } from '../../cleanup/finding-option.ts'
import { joinTransfers } from '../../cleanup/transfers/join-transfers.ts'
import { transfersView } from '../../cleanup/transfers-view.ts'
import { defineCommand } from '../../command/define.ts'
import { withDefault } from '../../command/option-spec.ts'
import { accountOption, integerOption, periodOption } from '../../command/options.ts'

const MAX_DAYS = 31

export const transfers = defineCommand({
  name: 'tx transfers',
  summary: 'Find pairs of transactions that are one transfer between your accounts',
  flags: {
    account: accountOption('Only with this account'),
    days: withDefault(integerOption('At most this many days apart; 5 by default', 0, MAX_DAYS), '5'),
    period: periodOption('Only in this period; reads less on a remote profile'),
    apply: namedFindingOption('Replace the pair with a transfer'),
  },
  examples: [
    { when: 'Card payments and savings after an import', commandLine: 'budget tx transfers' },
    { when: 'Apply the first two', commandLine: 'budget tx transfers --apply 1,2' },
    { when: 'Decide one at a time', commandLine: 'budget tx transfers --apply ask' },
  ],
  mutates: (_, { apply }) => apply !== undefined,
  waitsForRateLimit: true,
  run: joinTransfers,
  view: transfersView,
})
