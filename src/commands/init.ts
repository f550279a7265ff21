import type { BudgetApi } from '../contract/api.ts'
import { Mistake } from '../contract/errors.ts'
import type { Workspace, Workspaces } from '../contract/local.ts'
import { isCurrency } from '../money/currency.ts'
import { type Beginning, beginning } from '../render/standing.ts'
import { type Outside, standalone, toggle } from './command.ts'
import { name, plain } from './entries.ts'

/** Envelopes most households have. */
const starter: Readonly<Record<string, readonly string[]>> = {
  Bills: ['Rent', 'Electricity', 'Phone and Internet', 'Insurance'],
  Everyday: ['Groceries', 'Eating Out', 'Transport', 'Household'],
  Goals: ['Emergency Fund', 'Holidays'],
}

export const init = standalone({
  name: 'init',
  summary: 'Set up a first budget on this machine, with categories to begin with',
  flags: {
    name: name('What to call it; Home when left out'),
    currency: plain("Its currency, such as USD; your country's when left out", 'CURRENCY'),
    empty: toggle('Make no categories'),
  },
  examples: [
    { when: 'A first budget', type: 'budget init' },
    { when: 'Without questions', type: 'budget init --name Home --currency EUR' },
  ],
  changes: true,
  previews: true,
  async run(outside, given): Promise<Beginning> {
    const chosen = await asked(outside, given)
    const groups = given.empty ? {} : starter
    const workspaces = outside.dryRun ? undefined : await outside.workspaces()
    const workspace = workspaces && make(workspaces, chosen)
    if (workspaces && workspace) await fill(workspaces.open(workspace.id), groups)
    return {
      workspace_id: workspace?.id ?? '(new)',
      ...chosen,
      groups: Object.keys(groups),
      categories: Object.values(groups).flat(),
      written: workspace !== undefined,
    }
  },
  show: beginning,
})

/** What was typed as flags, or is asked for where somebody can be asked. */
async function asked(
  { canAsk, type, firstCurrency, yes }: Outside,
  given: { name: string | undefined; currency: string | undefined },
): Promise<{ name: string; currency: string }> {
  const ask = async (question: string, usual: string): Promise<string> =>
    (canAsk() && !yes ? (await type(`${question} (${usual})`))?.trim() : undefined) || usual
  const called = given.name ?? (await ask('What shall the budget be called?', 'Home'))
  const currency = given.currency ?? (await ask('In which currency?', firstCurrency()))
  if (isCurrency(currency)) return { name: called, currency }
  throw new Mistake('value', `"${currency}" is not a currency`, {
    hint: 'Write three capital letters, such as USD',
  })
}

/** Makes the workspace; what is set up already stays as it is. */
function make(workspaces: Workspaces, { name, currency }: { name: string; currency: string }): Workspace {
  const [first] = workspaces.listWorkspaces()
  if (!first) return workspaces.createWorkspace({ name, currency })
  throw new Mistake('conflict', `There is a budget already: ${first.name}`, {
    hint: `budget workspaces create "${name}" --currency ${currency} makes another`,
  })
}

/** A new group or category comes first among its own, so the last is made first. */
async function fill(api: BudgetApi, groups: typeof starter): Promise<void> {
  for (const [group, categories] of Object.entries(groups).toReversed()) {
    const { category_group } = await api.createCategoryGroup({ body: { name: group } })
    for (const category of categories.toReversed()) {
      await api.createCategory({ body: { name: category, group_id: category_group.id } })
    }
  }
}
