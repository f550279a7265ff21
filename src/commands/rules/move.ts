import { ruleChange } from '../../render/rules.ts'
import { localCommand } from '../command.ts'
import { id, wholeNumber } from '../entries.ts'

export const move = localCommand({
  name: 'rules move',
  summary: 'Give a rule another place in the order; the first that holds is taken',
  arguments: {
    id: id('The rule, by id'),
    position: { ...wholeNumber('Its new place, from 1 on', 1), placeholder: 'POSITION' },
  },
  examples: [{ when: 'The exception comes before the rule', type: 'budget rules move rul_02 1' }],
  changes: true,
  run: ({ admin }, { id, position }) => admin.moveRule(id, position),
  show: ruleChange(({ position }) => `It is asked as rule ${position} now`),
})
