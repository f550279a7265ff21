/** Turns changes into the command lines that make them. */

import { findCategoryOrRta, type NameIndex } from '../../command/names/resolve-name.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import { toFlags } from '../run-line.ts'
import { ToolError } from '../tool-error.ts'
import type { ChangeFields, ChangeName, DraftChange } from './change-fields.ts'

/** The words of a command, without `budget`. */
type CommandLine = readonly string[]

/** Returns the command line of a change. @throws ToolError when fields do not go together */
type LineBuilder<Name extends ChangeName> = (
  change: ChangeFields[Name],
  names: NameIndex,
) => CommandLine | Promise<CommandLine>

/** Joins a command, its flags and its arguments, which may look like flags. */
const toLine = (
  command: string,
  flags: Parameters<typeof toFlags>[0],
  values: readonly string[] = [],
): CommandLine => [...command.split(' '), ...toFlags(flags), ...(values.length > 0 ? ['--', ...values] : [])]

const lineBuilders: { [Name in ChangeName]: LineBuilder<Name> } = {
  add: async ({ do: _, amount, splits, ...fields }, names) => {
    const line = toLine('tx add', { ...fields, amount: withSign(amount) })
    return splits ? [...line, ...(await toSplitValues(splits, names)).map((text) => `--split=${text}`)] : line
  },
  edit: ({ set: { reviewed, amount, account, merchant, status, ...rest }, ...selection }) => {
    const changed = {
      ...rest,
      amount: amount === undefined ? undefined : withSign(amount),
      set_account: account,
      set_merchant: merchant,
      set_status: status,
      review_status: reviewed === undefined ? undefined : reviewed ? 'reviewed' : 'needs_review',
    }
    if (Object.values(changed).every((value) => value === undefined))
      throw new ToolError('invalid', 'must name at least one new value', { field: 'set' })
    return selectRows('tx edit', changed, selection)
  },
  categorize: ({ category, ...selection }) => selectRows('tx edit', { set_category: category }, selection),
  split: async ({ ref, splits }, names) =>
    toLine('tx split', {}, [ref, ...(await toSplitValues(splits, names))]),
  delete: (selection) => selectRows('tx delete', {}, selection),
  transfer: ({ do: _, amount, replaces = [], ...fields }) => [
    ...toLine('tx transfer', fields),
    ...replaces.map((ref) => `--replaces=${ref}`),
    '--',
    amount,
  ],
  assign: async ({ month, assignments }, names) => {
    const values: string[] = []
    for (const { category, amount, add } of assignments) {
      if ((amount === undefined) === (add === undefined))
        throw new ToolError('invalid', 'Each assignment needs either amount or add', { field: 'assignments' })
      const name = await toListedName(names, category)
      values.push(amount === undefined ? `${name}=${withSign(add ?? '')}` : `${name}==${amount}`)
    }
    return toLine('month assign', { month }, values)
  },
  move: ({ do: _, amount, ...fields }) => toLine('month move', fields, [amount]),
  cover: async ({ month, categories, from, keep }, names) => {
    const sources: string[] = []
    for (const source of from) sources.push(await toListedName(names, source))
    const all = categories === undefined
    return toLine('month cover', { month, all, keep, from: sources.join(',') }, categories)
  },
  target: ({ do: _, category, kind, amount, ...fields }) => {
    if (kind === 'none') return toLine('targets clear', {}, [category])
    if (amount === undefined) throw new ToolError('invalid', 'is required', { field: 'amount' })
    return toLine('targets set', { ...fields, kind, amount }, [category])
  },
  rename: async ({ kind, name, to }, names) => {
    const { id } = await findExactly(names, kind, name)
    return kind === 'account'
      ? toLine('accounts edit', { name: to }, [id])
      : toLine(`${nouns[kind]} rename`, {}, [id, to])
  },
  merge: async ({ kind, names: merged, into }, names) => {
    const ids: string[] = []
    for (const name of merged) ids.push((await findExactly(names, kind, name)).id)
    return toLine(`${nouns[kind]} merge`, { into: (await findExactly(names, kind, into)).id }, ids)
  },
  create: ({ kind, name, group, type, balance }) => {
    if (kind === 'category' && group === undefined)
      throw new ToolError('invalid', 'is required for a category', { field: 'group' })
    if (kind === 'account' && type === undefined)
      throw new ToolError('invalid', 'is required for an account', { field: 'type' })
    return toLine(`${nouns[kind]} add`, { group, type, balance }, [name])
  },
  rule: ({ do: _, ...fields }) => toLine('rules add', fields),
  reconcile: ({ do: _, account, adjust, ...fields }) =>
    toLine('accounts reconcile', { ...fields, adjust, finish: true }, [account]),
}

const nouns = { merchant: 'merchants', category: 'categories', group: 'groups', account: 'accounts' } as const

/** Returns the command line of a change. @throws ToolError and UserError for what cannot be drafted */
export async function buildLine(change: DraftChange, names: NameIndex): Promise<CommandLine> {
  const build = lineBuilders[change.do] as LineBuilder<ChangeName> // the builder of this word takes its fields
  return build(change, names)
}

// Commands give an amount without a sign the direction that it usually has.
const withSign = (amount: string): string => (amount.startsWith('-') ? amount : `+${amount}`)

/** Selects rows by references or by filters, of which at least one must be given. */
function selectRows(
  command: string,
  flags: Parameters<typeof toFlags>[0],
  { refs, where }: Pick<ChangeFields['delete'], 'refs' | 'where'>,
): CommandLine {
  if ((refs === undefined) === (where === undefined))
    throw new ToolError('invalid', 'Give either refs or where', { field: 'refs' })
  if (refs) return toLine(command, flags, refs)
  const isEmpty = (value: unknown) =>
    value === undefined || value === false || (typeof value === 'string' && value.trim() === '')
  if (Object.values(where ?? {}).every(isEmpty))
    throw new ToolError('invalid', 'A selection needs at least one filter', { field: 'where' })
  return toLine(command, { ...flags, ...where })
}

/** Returns the name of a category in a list, where commas and equals signs separate: one with such a sign by its id. */
async function toListedName(names: NameIndex, text: string): Promise<string> {
  if (!/[,=:]/.test(text)) return text
  const found = await findCategoryOrRta(names, text)
  return found === 'rta' ? found : found.id
}

async function toSplitValues(splits: ChangeFields['split']['splits'], names: NameIndex): Promise<string[]> {
  const values: string[] = []
  for (const { category, amount, notes } of splits) {
    const name = await toListedName(names, category)
    values.push(`${name}=${withSign(amount)}${notes === undefined ? '' : `:${notes}`}`)
  }
  return values
}

/** Finds a thing by its whole name or id: a part of a name is not enough to rename, merge or delete it. */
async function findExactly(
  names: NameIndex,
  kind: keyof typeof nouns,
  text: string,
): Promise<{ id: string; name: string }> {
  const lists = {
    merchant: 'merchants',
    category: 'categories',
    group: 'groups',
    account: 'accounts',
  } as const
  const all: readonly { id: string; name: string }[] = await names[lists[kind]]('fresh')
  const matching = all.filter(({ id, name }) => id === text || toNameKey(name) === toNameKey(text))
  const [only] = matching
  if (only && matching.length === 1) return only
  const candidates = (only ? matching : all.filter(({ name }) => toNameKey(name).includes(toNameKey(text))))
    .slice(0, 10)
    .map(({ id, name }) => ({ id, name }))
  throw new ToolError('not_found', 'Give the whole name, or the id', { field: 'name', candidates })
}
