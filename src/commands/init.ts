import { type Outside, standalone, toggle } from '../command/define.ts'
import { name, plain } from '../command/options.ts'
import { isLocal } from '../config/profiles.ts'
import type { BudgetApi } from '../contract/api.ts'
import { Mistake } from '../contract/errors.ts'
import { nameKey } from '../contract/normalize-name.ts'
import type { Workspace, Workspaces } from '../contract/ports/local-service.ts'
import { isCurrency } from '../money/currency.ts'
import { localChange, NEW } from '../render/planned-write.ts'
import { type Beginning, beginning } from '../render/status.ts'
import { findWorkspace } from './workspaces/shared/find-workspace.ts'

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
  async run(outside, given): Promise<Beginning> {
    if (given.currency !== undefined) checkCurrency(given.currency)
    const groups = given.empty ? {} : starter
    const workspaces = (await isFirst(outside)) ? undefined : await outside.workspaces()
    const there = workspaces && unused(workspaces, await meantBy(outside, given))
    const chosen = await asked(outside, given, there)
    if (outside.dryRun) planBudget(outside, { chosen, there, groups })
    const workspace = workspaces && !outside.dryRun ? make(workspaces, chosen, there) : undefined
    if (workspaces && workspace) await fillWhole(workspaces, workspace.id, groups)
    return {
      workspace_id: (workspace ?? there)?.id ?? NEW,
      ...chosen,
      groups: Object.keys(groups),
      categories: Object.values(groups).flat(),
      written: workspace !== undefined,
    }
  },
  show: beginning,
})

/** Is this a preview before there is anything? It leaves nothing behind, not even the folder that workspaces lie in. */
async function isFirst({ dryRun, settings }: Outside): Promise<boolean> {
  if (!dryRun) return false
  const { meant, isUsed } = await settings()
  return isLocal(meant().profile) && !isUsed('data')
}

/** What was typed as flags, or is asked for where somebody can be asked. */
async function asked(
  { canAsk, type, firstCurrency, yes }: Outside,
  given: { name: string | undefined; currency: string | undefined },
  there: Workspace | undefined,
): Promise<{ name: string; currency: string }> {
  const ask = async (question: string, usual: string): Promise<string> =>
    (canAsk() && !yes ? (await type(`${question} (${usual})`))?.trim() : undefined) || usual
  const called = given.name ?? (await ask('What shall the budget be called?', there?.name ?? 'Home'))
  const currency = given.currency ?? (await ask('In which currency?', there?.currency ?? firstCurrency()))
  checkCurrency(currency)
  return { name: called, currency }
}

function checkCurrency(currency: string): void {
  if (isCurrency(currency)) return
  throw new Mistake('value', `"${currency}" is not a currency`, {
    hint: 'Write three capital letters, such as USD',
  })
}

/** The workspace that is to be filled, as a person speaks of it. */
interface Meant {
  chosen: string | undefined
  name: string | undefined
  currency: string | undefined
}

/** What was chosen beforehand, and what was said on the line. */
async function meantBy({ settings }: Outside, { name, currency }: Omit<Meant, 'chosen'>): Promise<Meant> {
  const { profile } = (await settings()).meant()
  return { chosen: isLocal(profile) ? profile.workspace : undefined, name, currency }
}

/** The workspace that is there and in which nothing is; a first look makes one. Throws a Mistake where one is in use. */
function unused(workspaces: Workspaces, { chosen, name, currency }: Meant): Workspace | undefined {
  const all = workspaces.listWorkspaces()
  const named = name === undefined ? undefined : all.find((one) => nameKey(one.name) === nameKey(name))
  const first = all.find(({ archived }) => !archived) ?? all[0]
  const there = chosen === undefined ? (named ?? first) : findWorkspace(workspaces, chosen)
  if (!there || (!there.archived && workspaces.isUnused(there.id))) return there
  const another = name === undefined || named ? 'NAME' : `"${name}"`
  throw new Mistake('conflict', `There is a budget already: ${there.name}`, {
    hint: `budget workspaces create ${another} --currency ${currency ?? there.currency} makes another`,
  })
}

/** Makes the workspace, or takes over the one in which nothing is. */
function make(
  workspaces: Workspaces,
  draft: { name: string; currency: string },
  there: Workspace | undefined,
): Workspace {
  if (!there) return workspaces.createWorkspace(draft)
  if (there.name === draft.name && there.currency === draft.currency) return there
  return workspaces.changeUnused(there.id, draft)
}

interface Budget {
  chosen: { name: string; currency: string }
  there: Workspace | undefined
  groups: typeof starter
}

/** Plans the workspace with its groups and categories. */
function planBudget({ plan }: Outside, { chosen, there, groups }: Budget): void {
  const before = there && { name: there.name, currency: there.currency }
  plan(localChange('workspace', { body: chosen, before, after: chosen }))
  for (const [group, categories] of Object.entries(groups)) {
    plan(localChange('group', { after: { name: group } }))
    for (const name of categories) plan(localChange('category', { after: { name, group_name: group } }))
  }
}

/** All of the starter categories or, when it is stopped, none of them. */
async function fillWhole(workspaces: Workspaces, id: string, groups: typeof starter): Promise<void> {
  const held = workspaces.hold(id)
  try {
    await fill(workspaces.open(id), groups)
  } catch (error) {
    held.takeBack()
    throw error
  }
  held.keep()
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
