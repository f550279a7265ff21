/** Describes a draft for the form in which a user agrees to it: everything it changes, in the program's words. */

import type { NameIndex } from '../../command/names/resolve-name.ts'
import type { ChangeFields } from '../../contract/ports/history.ts'
import type { showDraft } from '../../drafts/find-draft.ts'
import { formatFieldChanges, formatFields } from '../../history/change-fields.ts'
import { cleanText } from '../clean-answer.ts'

/** A draft as it is shown. */
export type DraftReport = Awaited<ReturnType<typeof showDraft>>

/** A longer form is not read. */
const MAX_FORM = 3000
const MAX_VALUE = 40

/** Returns the text of a form; undefined when it would be too long to be read. */
export async function describeDraft(
  { draft, plan, ready_to_assign }: DraftReport,
  names: NameIndex,
): Promise<string | undefined> {
  const known = await listNames(names)
  const lines = plan.map(({ type, id, before, after }) => {
    const kind = type.replaceAll('_', ' ')
    const month = type === 'assignment' ? ` in ${id.slice(0, id.indexOf('/'))}` : ''
    const label = getLabel(after ?? before ?? {}) + month
    if (before && after)
      return `Change ${kind} ${label}: ${formatFieldChanges(quoteTexts(before), quoteTexts(after), known).join(', ')}`
    const fields = formatFields(quoteTexts(after ?? before ?? {}), known).join(', ')
    return `${before ? 'Remove' : 'Add'} ${kind} ${label}: ${fields}`
  })
  const ready = Object.entries(ready_to_assign)
    .filter(([, [before, after]]) => before !== after)
    .map(([month, [before, after]]) => `Ready to Assign in ${month}: ${before} → ${after}`)
  const text = [`Apply draft ${draft}?`, ...lines, ...ready].join('\n')
  return text.length > MAX_FORM ? undefined : text
}

/** Names and notes are quoted and cut: each value alone, so that none hides the next. */
const quote = (text: string): string => JSON.stringify(cleanText(text, MAX_VALUE))

async function listNames(names: NameIndex): Promise<ReadonlyMap<string, string>> {
  const lists = [
    await names.categories(),
    await names.groups(),
    await names.accounts(),
    await names.merchants(),
  ]
  return new Map(lists.flat().map(({ id, name }) => [id, quote(name)]))
}

const getLabel = ({ name, merchant_name: merchant, date, amount }: ChangeFields): string =>
  [date, amount, name ?? merchant]
    .filter((part) => typeof part === 'string')
    .map((part) => (part === date || part === amount ? part : quote(part)))
    .join(' ')

/** Texts that the program wrote itself. */
const OWN_TEXT = /^(?:-?\d[\d.]*|\d{4}-\d{2}(?:-\d{2})?|[a-z]+_[A-Za-z0-9]+|[a-z_]{1,20})$/

function quoteTexts(fields: ChangeFields): ChangeFields {
  const quoteValue = (value: unknown): unknown => {
    if (typeof value === 'string') return OWN_TEXT.test(value) ? value : quote(value)
    if (Array.isArray(value)) return value.map(quoteValue)
    return typeof value === 'object' && value !== null ? quoteTexts({ ...value }) : value
  }
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, quoteValue(value)]))
}
