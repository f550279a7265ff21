/** Asks for a choice or a text during a review, and applies the answer. */

import { applyDirection, parseAmountInput } from '../command/amounts.ts'
import { UserError } from '../contract/errors.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import { isNegative, isZero, subtract } from '../money/decimal.ts'
import { pluralize } from '../output/pluralize.ts'
import { toShortName } from '../screens/choice-list.ts'
import type { SuggestedCategory } from '../transactions/category-history.ts'
import { addRule, approveWithCategory, decideRows, nameRows, withMessage } from './decide.ts'
import { formatCategory, scopeChoices } from './list-choices.ts'
import { getSplitRest, openPick, openSplitAmount, openSplitCategory, openText } from './open-question.ts'
import {
  getCurrentEntry,
  getMerchantName,
  isWaiting,
  type ReviewChoice,
  type ReviewEntry,
  type ReviewRow,
  type ReviewSetting,
  type ReviewState,
} from './review-state.ts'

/** Applies the choice of the user. */
export function finishPick(state: ReviewState, choice: ReviewChoice): ReviewState {
  const entry = getCurrentEntry(state)
  if (state.mode.kind !== 'pick' || !entry) return state
  const { purpose, carried } = state.mode
  const { rows } = entry
  switch (purpose) {
    case 'category':
      return approveWithCategory(state, rows, { category: choice.value, name: toShortName(choice) })
    case 'transfer':
      return decideRows(state, rows, {
        change: (_row, { category: _category, splits: _splits, ...before }) => ({
          ...before,
          transfer_account_id: choice.value,
          outcome: 'approved',
        }),
        message: `${nameRows(state, rows)} ${rows.length === 1 ? 'is a transfer' : 'are transfers'} to or from ${choice.label}`,
      })
    case 'rule':
      return finishRule(state, { text: carried, category: choice.value, name: toShortName(choice) })
    case 'split':
      return openSplitAmount(state, rows[0], { category: choice.value, name: toShortName(choice) })
    case 'scope':
      return renameMerchant(state, carried, { everywhere: choice.value === scopeChoices.everywhere.value })
  }
}

function finishRule(
  state: ReviewState,
  { text, category, name }: { text: string; category: SuggestedCategory; name: string },
): ReviewState {
  const merchant_contains = toNameKey(text)
  const matches = state.rows.filter(
    (row) => isWaiting(state, row) && toNameKey(getMerchantName(state, row)).includes(merchant_contains),
  )
  const message = `Rule: ${merchant_contains} goes to ${name}, ${pluralize(matches.length, 'row')} here; A approves all sure ones`
  return addRule(state, { merchant_contains, category }, message)
}

/** Applies the text of the user. */
export function finishText(state: ReviewState, setting: ReviewSetting): ReviewState {
  const { mode } = state
  const entry = getCurrentEntry(state)
  if (mode.kind !== 'text' || !entry) return state
  const text = mode.text.trim()
  const { rows } = entry
  if (mode.purpose === 'split') return finishSplitLine(state, entry, setting)
  if (mode.purpose === 'notes') return replaceNotes(state, rows, text)
  if (mode.purpose === 'add-notes') return addNotes(state, rows, text)
  if (text === '') return { ...state, message: 'Type a name, or Esc to go back' }
  if (mode.purpose === 'rule') {
    const name = getMerchantName(state, rows[0])
    if (!toNameKey(name).includes(toNameKey(text)))
      return { ...state, message: `"${text}" is not part of ${name}` }
    return openPick(state, { purpose: 'rule', title: `Category for ${text}`, carried: text })
  }
  if (setting.kind === 'import' || rows[0].merchant_id === null)
    return renameMerchant(state, text, { everywhere: false })
  return openPick(state, { purpose: 'scope', title: `Call it ${text}`, carried: text })
}

function renameMerchant(
  state: ReviewState,
  name: string,
  { everywhere }: { everywhere: boolean },
): ReviewState {
  const current = getCurrentEntry(state)?.rows ?? []
  const [first] = current
  const rows = everywhere
    ? state.rows.filter((row) => row.merchant_id === first?.merchant_id && isWaiting(state, row))
    : current
  return decideRows(state, rows, {
    change: (_row, before) => ({ ...before, merchant: { name, everywhere } }),
    message: everywhere ? `The merchant is now called ${name}` : `Now called ${name}`,
  })
}

/** Adds a line to the split; when nothing is left, the rows are approved. */
function finishSplitLine(state: ReviewState, { rows }: ReviewEntry, setting: ReviewSetting): ReviewState {
  const { mode } = state
  if (mode.kind !== 'text') return state
  const [row] = rows
  const rest = getSplitRest(state, row)
  const amount = parseSplitAmount(mode.text, row)
  if (amount === undefined || isZero(amount))
    return { ...state, message: `"${mode.text.trim()}" is not an amount, such as 12.30` }
  const left = subtract(rest, amount)
  if (isNegative(left) !== isNegative(row.amount) && !isZero(left))
    return { ...state, message: `Only ${rest} is left` }
  const splits = [...state.splits, { amount, category: mode.carried }]
  if (!isZero(left)) return openSplitCategory({ ...state, splits }, row)
  if (splits.length === 1)
    return approveWithCategory(state, rows, {
      category: mode.carried,
      name: formatCategory(mode.carried, setting),
    })
  return decideRows(state, rows, {
    change: (_row, { category: _category, transfer_account_id: _account, ...before }) => ({
      ...before,
      splits,
      outcome: 'approved',
    }),
    message: `Split ${nameRows(state, rows)} into ${splits.length} lines`,
  })
}

/** Returns the amount of a line with the sign of the row, unless a sign was typed; undefined if it is none. */
function parseSplitAmount(text: string, { amount: total }: ReviewRow): string | undefined {
  try {
    const typed = text.trim()
    const amount = parseAmountInput(typed)
    const decimals = total.split('.')[1]?.length ?? 0
    if ((amount.split('.')[1]?.length ?? 0) > decimals) return undefined
    const exact = subtract(amount, subtract(total, total))
    return applyDirection({ amount: exact, hasSign: /^[+-]/.test(typed) }, total)
  } catch (error) {
    if (error instanceof UserError) return undefined
    throw error
  }
}

const getNotes = ({ decisions }: ReviewState, { id, notes }: ReviewRow): string =>
  decisions.rows.get(id)?.notes ?? notes

/** Asks for the note of rows: the one they share is changed, different ones are added to. */
export function openNotes(state: ReviewState, rows: readonly [ReviewRow, ...ReviewRow[]]): ReviewState {
  const first = getNotes(state, rows[0])
  const title = rows.length === 1 ? 'Note' : `Note for ${rows.length} rows`
  if (rows.every((row) => getNotes(state, row) === first))
    return openText(state, { purpose: 'notes', title, text: first })
  const count = rows.filter((row) => getNotes(state, row) !== '').length
  const kept = count === 1 ? 'the one it has' : `the ${count} they have`
  return openText(state, { purpose: 'add-notes', title: `${title}, added to ${kept}`, text: '' })
}

/** Gives rows a note in place of the one they share. */
const replaceNotes = (state: ReviewState, rows: readonly ReviewRow[], notes: string): ReviewState =>
  decideRows(state, rows, {
    change: (_row, before) => ({ ...before, notes }),
    message: `${notes === '' ? 'Removed' : 'Changed'} the note of ${nameRows(state, rows)}`,
  })

/** Adds a text to the different notes of rows. */
function addNotes(state: ReviewState, rows: readonly ReviewRow[], text: string): ReviewState {
  if (text === '') return withMessage(state, 'The notes are unchanged')
  return decideRows(state, rows, {
    change(row, before) {
      const own = getNotes(state, row)
      return { ...before, notes: own === '' || own === text ? text : `${own}, ${text}` }
    },
    message: `Added a note to ${nameRows(state, rows)}`,
  })
}
