/** How files of this kind were confirmed to be read, for an import; and remembering that. */ // import.md §4

import type { World } from '../../../command/define.ts'
import { findAccount, findCategory } from '../../../command/resolve-name.ts'
import { Mistake, StorageTrouble } from '../../../contract/errors.ts'
import { nameKey } from '../../../contract/normalize-name.ts'
import type { Form } from '../../../import/csv/csv-statement.ts'
import { writtenLayout } from '../../../import/layouts/layout-json.ts'
import {
  type Change,
  changeOf,
  differenceFrom,
  frozen,
  type Layout,
  type LayoutRule,
  settles,
} from '../../../import/layouts/saved-layout.ts'
import type { Choices } from '../../../import/model/read-options.ts'
import type { Decision, Rule } from '../../../import/model/row-decisions.ts'
import type { Statement } from '../../../import/model/statement.ts'
import type { ImportPreview } from '../../../import/plan/preview-import.ts'
import { formOf } from '../../../import/read-statement.ts'
import { type KnownLayout, layoutNamed, layoutsFor } from '../../layouts/shared/find-layout.ts'
import type { ImportOrder } from './import-request.ts'

interface Asked {
  account: { id: string; name: string }
  order: ImportOrder
  bytes: Uint8Array
}

interface Agreed extends Asked, Pick<Remembered, 'known' | 'form'> {
  /** The account of the file as it was typed; an answer is true of one file only. */
  statement: string | undefined
}

/** What a layout adds to an order. */
export interface Remembered {
  order: ImportOrder
  /** The layout that reads this file; undefined when its kind is new here. */
  known: KnownLayout | undefined
  /** What the file is known by. */
  form: Form
  /** How its header, or the account it speaks of, differs from what this account had so far. */
  difference: string | undefined
}

/** Finds the layout of a file: the one named, else the one confirmed for this account. What was typed goes before it. */
export async function remembered(world: World, { account, order, bytes }: Asked): Promise<Remembered> {
  const named = order.layout
  const settings = await world.settings()
  const form = formUnder(bytes, order.choices)
  const reads = ({ layout }: KnownLayout): boolean =>
    [() => form, () => formUnder(bytes, { ...layout.choices, ...order.choices })].some((under) => {
      const found = under()
      return !(found instanceof Mistake) && found.fingerprint === layout.fingerprint
    })
  const ofAccount = layoutsFor(settings, account.id)
  const called = named === undefined ? undefined : layoutNamed(settings, named)
  const known = (called ? [called] : ofAccount).find(reads)
  if (!known) {
    if (form instanceof Mistake) throw form
    if (called) throw otherKind(called, form)
    const change = differenceFrom(ofAccount, form)
    return { order, known, form, difference: change && differenceWords(change) }
  }
  const rules: Rule[] = []
  for (const rule of known.layout.rules) rules.push(await readRule(world, rule))
  return {
    order: {
      ...order,
      choices: { ...choicesFor(account, known.layout), ...order.choices },
      decisions: { ...order.decisions, ...(rules.length > 0 && { rules }) },
    },
    known,
    form: { fingerprint: known.layout.fingerprint, header: known.layout.header ?? undefined },
    difference: undefined,
  }
}

/** How a layout reads files for an account; which of a file's accounts it is, is true of the accounts it was confirmed for. */
function choicesFor({ id }: { id: string }, { choices, accounts }: Layout): Choices {
  const { statement: _, ...others } = choices
  return accounts.includes(id) ? choices : others
}

/** The form of a file under these choices, or why it has none: another delimiter may be needed to see any table. */
function formUnder(bytes: Uint8Array, choices: Choices): Form | Mistake {
  try {
    return formOf(bytes, choices)
  } catch (error) {
    if (error instanceof Mistake) return error
    throw error
  }
}

const otherKind = ({ name, layout }: KnownLayout, { header }: Form): Mistake =>
  new Mistake('usage', `This file is not of the kind ${name} reads`, {
    hint:
      header && layout.header
        ? differenceWords({ name, ...changeOf(layout.header, header) })
        : `${name} reads files ${kindWords(layout)}`,
  })

function kindWords({ header, fingerprint }: Layout): string {
  if (header) return `with the headings ${listed(header)}`
  return /^[A-Z]/.test(fingerprint)
    ? `in the format ${fingerprint}`
    : 'without headings, and with other columns'
}

const listed = (cells: readonly string[]): string => cells.map((cell) => `"${cell}"`).join(', ')

function differenceWords({ name, gone, added, isReordered }: Change & { name: string }): string {
  const parts = [
    ...(gone.length > 0 ? [`without ${listed(gone)}`] : []),
    ...(added.length > 0 ? [`with ${listed(added)}`] : []),
  ]
  const same = isReordered ? 'in another order' : 'separated by another sign'
  return `Its columns are not those of ${name}: ${parts.join(', ') || same}`
}

async function readRule({ names }: World, rule: LayoutRule): Promise<Rule> {
  const { merchant, category, notes, skip, transfer } = rule
  const decision: Decision = {
    ...(merchant !== undefined && { merchant_name: merchant }),
    ...(notes !== undefined && { notes }),
    ...(skip && { skip }),
    ...(transfer !== undefined && { transfer_account_id: (await findAccount(names, transfer)).id }),
    ...(category !== undefined &&
      (nameKey(category) === 'rta'
        ? { ready_to_assign: true }
        : { category_id: (await findCategory(names, category)).id })),
  }
  return { if: rule.if, decision }
}

/** How the account a file speaks of differs from those whose files went into this one so far. */
export function otherAccount(
  known: KnownLayout | undefined,
  { id }: { id: string },
  { account }: Statement,
): string | undefined {
  const before = known?.layout.file_accounts?.[id] ?? []
  if (account === undefined || before.length === 0 || before.includes(account)) return undefined
  return `The file is of account ${account}, not ${before.join(' or ')}`
}

/** Remembers how a file was read once somebody agreed to it. Where that cannot be written the import goes on all the same. */
export async function remember(world: World, preview: ImportPreview, agreed: Agreed): Promise<void> {
  const { account, known } = agreed
  const spoken = preview.statement.account
  const before = known?.layout.file_accounts?.[account.id] ?? []
  const isMet = known?.layout.accounts.includes(account.id) ?? false
  const isNamed = spoken === undefined || before.includes(spoken)
  const isOpen = known !== undefined && wasOpen(known.layout, preview)
  const statement = known?.layout.choices.statement ?? lastingStatement(preview, agreed)
  const isPicked = known === undefined || known.layout.choices.statement === statement
  if (isMet && isNamed && !isOpen && isPicked) return
  try {
    const settings = await world.settings()
    const found = known?.layout ?? newLayout(preview, agreed)
    const choices = isOpen ? choicesOf(preview, agreed) : found.choices
    const layout = { ...found, choices: { ...choices, ...(statement !== undefined && { statement }) } }
    const taken = settings.layouts().map((one) => one.name)
    const name = known?.name ?? freeName(account.name, taken)
    const accounts = isMet ? layout.accounts : [...layout.accounts, account.id]
    const files = isNamed ? {} : { [account.id]: [...before, spoken] }
    const spoke = { ...layout.file_accounts, ...files }
    const more = Object.keys(spoke).length > 0 ? { file_accounts: spoke } : {}
    await settings.saveLayout(name, writtenLayout({ ...layout, accounts, ...more }))
    if (!isMet) world.note(`${promise(layout, preview)}: budget layouts show ${name}`)
  } catch (error) {
    if (!(error instanceof Mistake || error instanceof StorageTrouble)) throw error
    world.note(`How this file is read could not be remembered: ${error.message}`)
  }
}

// A table that no choices could read stays open: a later one that shows fewer signs would settle it the wrong way.
const wasOpen = ({ choices }: Layout, { statement }: ImportPreview): boolean =>
  statement.format !== 'CSV' && !settles(choices, statement)

function newLayout(preview: ImportPreview, asked: Agreed): Layout {
  const { form } = asked
  return {
    fingerprint: form.fingerprint,
    header: form.header ?? null,
    choices: choicesOf(preview, asked),
    accounts: [],
    rules: [],
  }
}

function choicesOf({ statement, currency }: ImportPreview, { order, bytes }: Asked): Choices {
  const { pending: _, possible: __, year: ___, ...given } = order.choices
  const { statement: ____, ...choices } = frozen(bytes, statement, given, currency)
  return choices
}

/** Which account of the file a person typed, as it is found again in the next file: by its name, not by its number. */
const lastingStatement = ({ statement }: ImportPreview, { statement: typed }: Agreed): string | undefined =>
  typed === undefined
    ? undefined
    : (statement.account ?? (typed.trim().toLowerCase() === 'all' ? 'all' : undefined))

const promise = ({ choices }: Layout, { statement }: ImportPreview): string =>
  settles(choices, statement)
    ? 'Files like this one are read so from now on'
    : 'No layout can say all of how this file is read, so the next one like it is asked about as well'

/** The account's name in the letters of a file's name, with a number where it is taken. */
function freeName(account: string, taken: readonly string[]): string {
  const plain = account.normalize('NFKD').toLowerCase()
  const base =
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40) || 'bank'
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`
    if (!taken.includes(name)) return name
  }
}
