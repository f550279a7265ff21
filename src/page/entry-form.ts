/** Renders the form of a transaction: a new entry, or one that is changed. */

import type { Account } from '../contract/operations/accounts.ts'
import type { MonthGroup } from '../contract/operations/months.ts'
import { groupThousands } from '../output/format-amount.ts'
import { type Html, html, noMarkup, toShownText } from '../output/html.ts'
import { renderOptions } from './shell.ts'

/** The values of the fields, as they were typed. */
export interface EntryFields {
  amount: string
  /** `out` for money spent, `in` for money that came in. */
  direction: string
  merchant: string
  /** The id of a category, `rta`, or empty to let the service decide. */
  category: string
  account: string
  date: string
  notes: string
}

/** Reads the values of the fields. */
export function readEntryFields(form: URLSearchParams): EntryFields {
  const read = (name: string): string => form.get(name)?.trim() ?? ''
  return {
    amount: read('amount'),
    direction: read('direction') === 'in' ? 'in' : 'out',
    merchant: read('merchant') || read('likely'),
    category: read('category'),
    account: read('account'),
    date: read('date'),
    notes: read('notes'),
  }
}

/** Returns what a browser sends of unchanged fields: a line of text has no line breaks. */
export const toUnchangedFields = (fields: EntryFields): EntryFields =>
  readEntryFields(
    new URLSearchParams(
      Object.entries(fields).map(([name, text]): [string, string] => [
        name,
        toShownText(text).replaceAll('\n', ''),
      ]),
    ),
  )

/** What the fields offer. */
export interface EntryChoices {
  currency: string
  merchants: readonly string[]
  /** How many of them are buttons. */
  likely: number
  groups: readonly MonthGroup[]
  ready_to_assign: string
  accounts: readonly Account[]
  /** What no chosen category means. */
  noCategory: string
  /** True if the lines of a split have the amount and the categories. @default false */
  isSplit?: boolean
}

/** Renders the fields. */
export function renderEntryFields(fields: EntryFields, choices: EntryChoices): Html {
  const { direction } = fields
  const radio = (value: string, label: string): Html =>
    html`<label><input type="radio" name="direction" value="${value}"${value === direction ? html` checked` : noMarkup}><span>${label}</span></label>`
  return html`<label class="field"><span class="hidden">Amount</span><span class="sum"><span aria-hidden="true">${choices.currency}</span>
<input class="amount" name="amount" value="${fields.amount}" inputmode="decimal" placeholder="0" autocomplete="off" required maxlength="24" enterkeyhint="next"${choices.isSplit ? html` readonly` : html` autofocus`}></span></label>
<fieldset><legend class="hidden">Direction</legend><div class="choice even">${radio('out', 'Spent')}${radio('in', 'Came in')}</div></fieldset>
<label class="field"><span>Merchant</span><input name="merchant" value="${fields.merchant}" list="merchants" maxlength="200" autocomplete="off"></label>
<datalist id="merchants">${choices.merchants.map((name) => html`<option value="${name}">`)}</datalist>
${renderLikely(choices)}
<label class="field"><span>Category</span><select name="category">${renderCategories(fields.category, choices)}</select></label>
<div class="pair"><label class="field"><span>Account</span><select name="account" required>${renderAccounts(fields.account, choices)}</select></label>
<label class="field"><span>Date</span><input type="date" name="date" value="${fields.date}" required min="1900-01-01" max="2199-12-31"></label></div>
<label class="field"><span>Note</span><input name="notes" value="${fields.notes}" maxlength="500" autocomplete="off"></label>`
}

/** Buttons that need no script; a typed merchant goes before them. */
function renderLikely({ merchants, likely }: EntryChoices): Html {
  if (likely === 0 || merchants.length === 0) return noMarkup
  const buttons = merchants
    .slice(0, likely)
    .map(
      (name) => html`<label><input type="radio" name="likely" value="${name}"><span>${name}</span></label>`,
    )
  return html`<fieldset><legend class="hidden">Likely merchants</legend><div class="choice likely">${buttons}</div></fieldset>`
}

function renderCategories(
  selected: string,
  { groups, ready_to_assign, noCategory, isSplit }: EntryChoices,
): Html[] {
  const label = (name: string, available: string): string => `${name}  ${groupThousands(available)}`
  const sections = groups
    .filter(({ type }) => type !== 'credit_card_payments')
    .map(({ name, categories }) => {
      const options = categories
        .filter(({ id, archived }) => !archived || id === selected)
        .map((category) => ({ value: category.id, label: label(category.name, category.available) }))
      return options.length === 0
        ? noMarkup
        : html`<optgroup label="${name}">${renderOptions(options, selected)}</optgroup>`
    })
  const none = { value: '', label: noCategory }
  if (isSplit) return renderOptions([none], '')
  const first = [none, { value: 'rta', label: label('Ready to Assign', ready_to_assign) }]
  return [...renderOptions(first, selected), ...sections]
}

const renderAccounts = (selected: string, { accounts }: EntryChoices): Html[] =>
  renderOptions(
    accounts
      .filter(({ id, closed }) => !closed || id === selected)
      .map(({ id, name }) => ({ value: id, label: name })),
    selected,
  )
