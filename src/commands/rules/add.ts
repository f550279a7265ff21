import { localCommand, toggle } from '../../command/define.ts'
import { account, category, envelope, merchant, oneOf, plain } from '../../command/options.ts'
import { Mistake } from '../../contract/errors.ts'
import type { RuleDraft } from '../../contract/ports/local-service.ts'
import { ruleChange } from '../../render/rules.ts'

export const add = localCommand({
  name: 'rules add',
  summary: 'Give new transactions their category by a rule, asked after the others',
  flags: {
    merchant: merchant('Only transactions of this merchant'),
    merchantContains: plain('Only merchants with this in their name', 'TEXT'),
    account: account('Only transactions on this account'),
    direction: oneOf('Only money going this way', 'DIRECTION', ['outflow', 'inflow']),
    category: category('The category they get'),
    readyToAssign: toggle('They go to Ready to Assign'),
  },
  examples: [
    { when: 'One shop, one envelope', type: 'budget rules add --merchant Aldi --category Groceries' },
    {
      when: 'Whatever comes from the employer',
      type: 'budget rules add --merchant-contains acme --direction inflow --ready-to-assign',
    },
  ],
  changes: true,
  async run(world, { merchant, merchantContains, account, direction, ...typed }) {
    const isAsked = typed.category === undefined && !typed.readyToAssign && world.canAsk()
    const goal = isAsked ? await world.askFor(envelope('The category they get')) : typed.category
    const category = goal === 'rta' ? undefined : goal
    const readyToAssign = typed.readyToAssign || goal === 'rta'
    if ((category === undefined) !== readyToAssign)
      throw new Mistake('usage', 'A rule needs one of --category and --ready-to-assign')
    if (merchant && merchantContains !== undefined)
      throw new Mistake('usage', 'Take one of --merchant and --merchant-contains, not both')
    if (merchantContains?.trim() === '')
      throw new Mistake('value', '--merchant-contains needs at least one letter', {
        field: 'merchant_contains',
      })
    const draft: RuleDraft = {
      ...(merchant && { merchant_id: merchant.id }),
      ...(merchantContains !== undefined && { merchant_contains: merchantContains }),
      ...(account && { account_id: account.id }),
      ...(direction && { direction }),
      ...(category ? { category_id: category.id } : { ready_to_assign: true }),
    }
    return world.admin.addRule(draft)
  },
  show: ruleChange(({ position }) => `It is asked as rule ${position}`),
})
