/** Names the categories that are typed during a review, and creates them when it is sent. */

import type { WorkspaceContext } from '../command/context.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import type { SuggestedCategory } from '../transactions/category-history.ts'
import type { Decisions, RowDecision } from './review-state.ts'

/** A category that does not exist yet. */
export interface NewCategory {
  group_id: string
  name: string
}

const PREFIX = 'new:'

/** Returns what stands for a new category in decisions, so that undoing them leaves nothing behind. */
export const toPlaceholder = ({ group_id, name }: NewCategory): SuggestedCategory =>
  `${PREFIX}${group_id}/${name}`

/** Returns the new category that a decision asks for; undefined for one that exists. */
export function parseNewCategory(category: SuggestedCategory): NewCategory | undefined {
  if (!category.startsWith(PREFIX)) return undefined
  const end = category.indexOf('/')
  return { group_id: category.slice(PREFIX.length, end), name: category.slice(end + 1) }
}

/** Returns what stands for new categories in decisions, each once. */
export function listNewCategories({ rows, rules }: Decisions): SuggestedCategory[] {
  const all = [...rows.values(), ...rules].flatMap(listCategories)
  return [...new Set(all.filter((category) => parseNewCategory(category)))]
}

const listCategories = ({ category, splits = [] }: Pick<RowDecision, 'category' | 'splits'>) => [
  ...(category === undefined ? [] : [category]),
  ...splits.map((line) => line.category),
]

/** Creates the new categories of decisions, those that are not there yet, and returns the decisions with their ids. */
export async function createNewCategories(
  { workspace: { api } }: Pick<WorkspaceContext, 'workspace'>,
  decisions: Decisions,
): Promise<Decisions> {
  const placeholders = listNewCategories(decisions)
  if (placeholders.length === 0) return decisions
  const { category_groups: groups } = await api.listCategories({})
  const known = groups.flatMap(({ categories }) => categories)
  const ids = new Map<SuggestedCategory, string>()
  for (const placeholder of placeholders) {
    const wanted = parseNewCategory(placeholder)
    if (!wanted) continue
    const { group_id, name } = wanted
    const isSame = (one: NewCategory): boolean =>
      one.group_id === group_id && toNameKey(one.name) === toNameKey(name)
    const category = known.find(isSame) ?? (await api.createCategory({ body: { name, group_id } })).category
    known.push(category)
    ids.set(placeholder, category.id)
  }
  const toId = (category: SuggestedCategory): SuggestedCategory => ids.get(category) ?? category
  return {
    rows: new Map([...decisions.rows].map(([id, decision]) => [id, replaceCategories(decision, toId)])),
    rules: decisions.rules.map((rule) => ({ ...rule, category: toId(rule.category) })),
  }
}

const replaceCategories = (
  decision: RowDecision,
  toId: (category: SuggestedCategory) => SuggestedCategory,
): RowDecision => ({
  ...decision,
  ...(decision.category !== undefined && { category: toId(decision.category) }),
  ...(decision.splits && {
    splits: decision.splits.map((line) => ({ ...line, category: toId(line.category) })),
  }),
})
