/** `budget schedules suggest`: finds what recurs already, and adds schedules for it. */

import { defineCommand } from '../../command/define.ts'
import { enumOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import { suggestFromHistory } from '../../schedules/suggest-from-history.ts'
import { suggestionsView } from '../../schedules/suggestions-view.ts'

export const suggest = defineCommand({
  name: 'schedules suggest',
  summary: 'Find what recurs already, and add schedules for it',
  flags: { apply: enumOption('Add them: all of them, or ask about each', 'WHICH', ['ask', 'all']) },
  examples: [
    { when: 'What recurs without a schedule?', commandLine: 'budget schedules suggest' },
    { when: 'Add what you confirm', commandLine: 'budget schedules suggest --apply ask' },
  ],
  mutates: (_arguments, { apply }) => apply !== undefined,
  run(context, { apply }) {
    if (apply === 'ask' && !context.user.isInteractive())
      throw new UserError('usage', '--apply ask requires a terminal', { hint: 'Use --apply all' })
    return suggestFromHistory(context, apply)
  },
  view: suggestionsView,
})
