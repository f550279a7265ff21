/** Creates a first workspace with starter categories. */

import type { CommandContext } from '../command/context.ts'
import { isLocalProfile } from '../config/profiles.ts'
import type { BudgetApi } from '../contract/api.ts'
import { UserError } from '../contract/errors.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import { createLocalChange, NEW_ID } from '../contract/ports/history.ts'
import type { Workspace, Workspaces } from '../contract/ports/local-service.ts'
import { isCurrencyCode } from '../money/currency.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { defineView, textColumn, type View } from '../output/view.ts'
import { findWorkspace } from './resolve-workspace.ts'

/** Categories that most households have. */
const starterGroups: Readonly<Record<string, readonly string[]>> = {
  Bills: ['Rent', 'Electricity', 'Phone and Internet', 'Insurance'],
  Everyday: ['Groceries', 'Eating Out', 'Transport', 'Household'],
  Goals: ['Emergency Fund', 'Holidays'],
}

/** What the flags say about the first workspace. */
interface InitInput {
  name: string | undefined
  currency: string | undefined
  empty: boolean
}

/** Creates the workspace, or fills the one that is still empty. */
export async function createFirstBudget(context: CommandContext, flags: InitInput): Promise<InitResult> {
  if (flags.currency !== undefined) checkCurrency(flags.currency)
  const groups = flags.empty ? {} : starterGroups
  const workspaces = (await isFirstUse(context)) ? undefined : await context.computer.openLocalWorkspaces()
  const existing = workspaces && findUnusedWorkspace(workspaces, await readRequestedWorkspace(context, flags))
  const chosen = await promptSettings(context, flags, existing)
  if (context.invocation.isDryRun) recordBudgetWrites(context, { chosen, there: existing, groups })
  const workspace =
    workspaces && !context.invocation.isDryRun
      ? createOrReuseWorkspace(workspaces, chosen, existing)
      : undefined
  if (workspaces && workspace) await createCategoriesAtomically(workspaces, workspace.id, groups)
  return {
    workspace_id: (workspace ?? existing)?.id ?? NEW_ID,
    ...chosen,
    groups: Object.keys(groups),
    categories: Object.values(groups).flat(),
    written: workspace !== undefined,
  }
}

/** True for a dry run before any workspace exists. Opening the workspaces would create their directory. */
async function isFirstUse({
  invocation: { isDryRun },
  computer: { settings },
}: CommandContext): Promise<boolean> {
  if (!isDryRun) return false
  const { selectProfile, isDirectoryUsed } = await settings()
  return isLocalProfile(selectProfile().profile) && !isDirectoryUsed('data')
}

/** Returns name and currency, from the flags or from prompts. */
async function promptSettings(
  { user: { isInteractive, input }, computer: { inferCurrency }, invocation: { assumesYes } }: CommandContext,
  flags: { name: string | undefined; currency: string | undefined },
  existing: Workspace | undefined,
): Promise<{ name: string; currency: string }> {
  const ask = async (question: string, usual: string): Promise<string> =>
    (isInteractive() && !assumesYes ? (await input(`${question} (${usual})`))?.trim() : undefined) || usual
  const chosenName =
    flags.name ?? (await ask('What do you want to name the budget?', existing?.name ?? 'Home'))
  const currency = flags.currency ?? (await ask('Which currency?', existing?.currency ?? inferCurrency()))
  checkCurrency(currency)
  return { name: chosenName, currency }
}

function checkCurrency(currency: string): void {
  if (isCurrencyCode(currency)) return
  throw new UserError('invalid', `"${currency}" is not a currency`, {
    hint: 'Use three capital letters, such as USD',
  })
}

/** The workspace the user wants to fill. */
interface RequestedWorkspace {
  chosen: string | undefined
  name: string | undefined
  currency: string | undefined
}

/** Reads the workspace of the profile, and the name and currency of the flags. */
async function readRequestedWorkspace(
  { computer: { settings } }: CommandContext,
  { name, currency }: Omit<RequestedWorkspace, 'chosen'>,
): Promise<RequestedWorkspace> {
  const { profile } = (await settings()).selectProfile()
  return { chosen: isLocalProfile(profile) ? profile.workspace : undefined, name, currency }
}

/**
 * Finds the workspace that is still empty; undefined when there is none.
 * @throws UserError when the workspace is in use.
 */
function findUnusedWorkspace(
  workspaces: Workspaces,
  { chosen, name, currency }: RequestedWorkspace,
): Workspace | undefined {
  const existingWorkspaces = workspaces.listWorkspaces()
  const sameName =
    name === undefined
      ? undefined
      : existingWorkspaces.find((candidate) => toNameKey(candidate.name) === toNameKey(name))
  const first = existingWorkspaces.find(({ archived }) => !archived) ?? existingWorkspaces[0]
  const existing = chosen === undefined ? (sameName ?? first) : findWorkspace(workspaces, chosen)
  if (!existing || (!existing.archived && workspaces.isUnused(existing.id))) return existing
  const another = name === undefined || sameName ? 'NAME' : `"${name}"`
  throw new UserError('conflict', `A budget already exists: ${existing.name}`, {
    hint: `To create another: budget workspaces create ${another} --currency ${currency ?? existing.currency}`,
  })
}

/** Creates the workspace, or updates the empty one. */
function createOrReuseWorkspace(
  workspaces: Workspaces,
  draft: { name: string; currency: string },
  existing: Workspace | undefined,
): Workspace {
  if (!existing) return workspaces.createWorkspace(draft)
  if (existing.name === draft.name && existing.currency === draft.currency) return existing
  return workspaces.updateUnused(existing.id, draft)
}

interface BudgetPlan {
  chosen: { name: string; currency: string }
  there: Workspace | undefined
  groups: typeof starterGroups
}

/** Records the workspace, its groups and its categories for a dry run. */
function recordBudgetWrites(
  { invocation: { recordPlannedChange } }: CommandContext,
  { chosen, there: existing, groups }: BudgetPlan,
): void {
  const before = existing && { name: existing.name, currency: existing.currency }
  recordPlannedChange(createLocalChange('workspace', { id: existing?.id ?? NEW_ID, before, after: chosen }))
  for (const [group, categories] of Object.entries(groups)) {
    recordPlannedChange(createLocalChange('category_group', { id: NEW_ID, after: { name: group } }))
    for (const name of categories)
      recordPlannedChange(createLocalChange('category', { id: NEW_ID, after: { name, group_name: group } }))
  }
}

/** Creates all starter categories, or none of them if it fails. */
async function createCategoriesAtomically(
  workspaces: Workspaces,
  id: string,
  groups: typeof starterGroups,
): Promise<void> {
  workspaces.recordCommand(id, 'init')
  const transaction = workspaces.beginTransaction(id)
  try {
    await createCategories(workspaces.open(id), groups)
  } catch (error) {
    transaction.rollback()
    throw error
  }
  transaction.commit()
}

/** A new group or category becomes the first, so the last one is created first. */
async function createCategories(api: BudgetApi, groups: typeof starterGroups): Promise<void> {
  for (const [group, categories] of Object.entries(groups).toReversed()) {
    const { category_group } = await api.createCategoryGroup({ body: { name: group } })
    for (const category of categories.toReversed()) {
      await api.createCategory({ body: { name: category, group_id: category_group.id } })
    }
  }
}

/** What `budget init` created. */
export interface InitResult {
  workspace_id: string
  name: string
  currency: string
  groups: string[]
  categories: string[]
  written: boolean
}

/** One line about the new workspace, and the next step. */
export const initView: View<InitResult> = {
  ...defineView<InitResult, { name: string }>({
    columns: [textColumn('name', 'Created')],
    rows: ({ groups, categories, name }) => [name, ...groups, ...categories].map((name) => ({ name })),
    fields: () => ['workspace_id', 'name', 'currency', 'groups', 'categories', 'written'],
  }),
  renderText: ({ name, currency, categories, written }) =>
    written
      ? `Created ${sanitizeLine(name)} in ${currency} with ${categories.length} categories\nNext: budget accounts add Checking --type banking_checking --balance 1000\n`
      : `Would create ${sanitizeLine(name)} in ${currency} with ${categories.length} categories\n`,
}
