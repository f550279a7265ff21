/** Saves rules in the layouts of bank files, so that the next import brings the new names of merchants. */

import type { ChangeMerchants } from '../cleanup/merchants/merchant-uses.ts'
import type { WorkspaceContext } from '../command/context.ts'
import { textOption } from '../command/options.ts'
import { PartialFailureError, StorageError, UserError } from '../contract/errors.ts'
import { pluralize } from '../output/pluralize.ts'
import { addRenameRules, type Rename } from './layouts/build-rename-rules.ts'
import type { LayoutRule } from './layouts/saved-layout.ts'
import { findLayout, type LoadedLayout, loadLayouts } from './load-layouts.ts'

const ALL = 'all'
const NONE = 'none'

/** The layout that gets the rules, by its name, or all. */
export const renameLayoutOption = textOption(
  'Save rules in this layout, or in all, so that the next import uses the new names',
  'NAME|all',
)

/** The renames, and which layout the user has named for their rules. */
interface RenameQuery {
  renames: readonly Rename[]
  layout: string | undefined
  /** Returns the names of all merchants. */
  listMerchants: () => Promise<readonly string[]>
}

/** A layout whose rules are to be replaced. */
interface RulesPlan {
  name: string
  before: readonly LayoutRule[]
  after: readonly LayoutRule[]
}

/**
 * Returns a function that changes merchants, and saves the rules for their new names in the layouts that the user has
 * named or, on a terminal, selects. If the service refuses some changes, only the others get rules: they cannot be made
 * again. The function throws UserError for an unknown or invalid layout, before anything is changed.
 * @throws UserError for `--layout` without `--apply`
 */
export function prepareRenameRules(
  context: WorkspaceContext,
  { layout, apply }: { layout: string | undefined; apply: unknown },
): ChangeMerchants {
  if (layout !== undefined && apply === undefined)
    throw new UserError('usage', '--layout requires --apply', {
      hint: 'Add --apply with the numbers, or --apply all',
    })
  return async (merchants, change) => {
    const query = { ...merchants, layout }
    const plans = await planRenameRules(context, query)
    const result = await change().catch(async (error: unknown) => {
      if (error instanceof PartialFailureError && plans.length > 0)
        await saveRenameRules(context, await planDoneItems(context, { query, plans, error }))
      throw error
    })
    await saveRenameRules(context, plans)
    return result
  }
}

async function planDoneItems(
  context: WorkspaceContext,
  { query, plans, error }: { query: RenameQuery; plans: readonly RulesPlan[]; error: PartialFailureError },
): Promise<RulesPlan[]> {
  const done = new Set(error.items.flatMap(({ name, outcome }) => (outcome === 'done' ? [name] : [])))
  const settings = await context.computer.settings()
  const layouts = plans.map(({ name }) => findLayout(settings, name))
  return planLayouts(layouts, { ...query, renames: query.renames.filter(({ from }) => done.has(from)) })
}

/**
 * Returns the layouts to change: those the user has named or, on a terminal, selects. It is called before the merchants
 * change, so that a wrong name stops the command.
 * @throws UserError for an unknown or invalid layout
 */
async function planRenameRules(context: WorkspaceContext, query: RenameQuery): Promise<RulesPlan[]> {
  const { layout, renames } = query
  const isShown = context.user.isInteractive() && !context.invocation.isDryRun
  if (renames.length === 0 || (layout === undefined && !isShown)) return []
  const settings = await context.computer.settings()
  if (layout !== undefined) {
    const named = layout === ALL ? loadLayouts(settings) : [findLayout(settings, layout)]
    const plans = await planLayouts(named, query)
    if (plans.length === 0)
      context.user.info('No rule to save: the next import needs none, or a rule would rename other shops')
    return plans
  }
  const plans = await planReadableLayouts(context, query)
  if (plans.length === 0) return []
  if (!context.invocation.assumesYes) return selectPlans(context, plans)
  showNewRules(context, plans)
  return []
}

async function planLayouts(layouts: readonly LoadedLayout[], query: RenameQuery): Promise<RulesPlan[]> {
  const merchants = layouts.length === 0 ? [] : await query.listMerchants()
  const plans = await Promise.all(
    layouts.map(async ({ name, layout: { rules, choices } }) => {
      const keepsRawNames = choices.raw_merchants === true
      const after = await addRenameRules({ rules, renames: query.renames, merchants, keepsRawNames })
      return { name, before: rules, after }
    }),
  )
  return plans.filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after))
}

/** Plans the layouts that can be read; a damaged one is no reason to stop a command that did not ask for it. */
async function planReadableLayouts(context: WorkspaceContext, query: RenameQuery): Promise<RulesPlan[]> {
  try {
    return await planLayouts(loadLayouts(await context.computer.settings()), query)
  } catch (error) {
    if (!(error instanceof UserError || error instanceof StorageError)) throw error
    context.user.info(`No rules for the next import: ${error.message}`)
    return []
  }
}

async function selectPlans(context: WorkspaceContext, plans: readonly RulesPlan[]): Promise<RulesPlan[]> {
  const layouts = plans.map((plan) => ({ value: `layout ${plan.name}`, label: describePlan(plan) }))
  const answer = await context.user.select('Save rules, so that the next import uses the new names?', [
    ...(layouts.length > 1 ? [{ value: ALL, label: 'In all layouts' }] : []),
    ...layouts,
    { value: NONE, label: 'No' },
  ])
  return answer === ALL ? [...plans] : plans.filter(({ name }) => answer === `layout ${name}`)
}

const describePlan = (plan: RulesPlan): string =>
  `In the layout ${plan.name}: ${pluralize(listNewRules(plan).length, 'rule')}`

function listNewRules({ before, after }: RulesPlan): string[] {
  const known = new Set(before.map((rule) => JSON.stringify(rule)))
  return after.map((rule) => JSON.stringify(rule)).filter((text) => !known.has(text))
}

/** More rules than these are counted. */
const MAX_SHOWN = 5

function showNewRules({ user: { info } }: WorkspaceContext, plans: readonly RulesPlan[]): void {
  const rules = [...new Set(plans.flatMap(listNewRules))]
  info('To use the new names in the next import, add these to the rules of a layout (budget layouts):')
  for (const rule of rules.slice(0, MAX_SHOWN)) info(`  ${rule}`)
  if (rules.length > MAX_SHOWN)
    info(`  and ${rules.length - MAX_SHOWN} more; --layout all saves them with the merchants`)
}

/** Saves the rules after the merchants were changed. If they cannot be saved, the merchants stay changed. */
async function saveRenameRules(context: WorkspaceContext, plans: readonly RulesPlan[]): Promise<void> {
  const settings = await context.computer.settings()
  for (const plan of plans) {
    const { name, before, after } = plan
    try {
      await settings.saveLayoutRules(name, { before, after })
      if (context.invocation.isDryRun) continue
      context.user.info(
        `Saved ${pluralize(listNewRules(plan).length, 'rule')} in the layout ${name}, which budget undo does not change: budget layouts show ${name}`,
      )
    } catch (error) {
      if (!(error instanceof UserError || error instanceof StorageError)) throw error
      context.user.warn(`The rules could not be saved in the layout ${name}: ${error.message}`)
    }
  }
}
