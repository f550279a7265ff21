/** Assignments as they are typed: `Groceries 400`, `Groceries=400 Rent=target Fun=+20`. */

import type { Entry } from '../../../command/define.ts'
import { readAmount } from '../../../command/options.ts'
import { findCategory, type NamedCategory, type Names } from '../../../command/resolve-name.ts'
import { Mistake } from '../../../contract/errors.ts'
import type { MonthCategory } from '../../../contract/operations/months.ts'
import { add } from '../../../money/decimal.ts'
import type { MonthReply } from '../../../render/month.ts'
import { inMonth } from './assign.ts'

/** A category and the amount it is to get, as typed. */
export interface Wish {
  category: NamedCategory
  amount: string
}

const TARGET = 'target'

/** Is as much wished as the category's target still needs? */
export const isTarget = (amount: string): boolean => amount === TARGET

/** An amount as it is typed beside a category. */
export const wishedAmount: Entry<string> = {
  help: 'How much; +50 and -50 add to what is there, target is what the target still needs',
  placeholder: 'AMOUNT',
  read(text) {
    if (text !== TARGET) readAmount(text)
    return text
  },
}

/** Does it take the category's month to know what is wished? */
const isRelative = ({ amount }: Pick<Wish, 'amount'>): boolean => amount === TARGET || /^[+-]/.test(amount)

/** The assigned amount a wish comes to for a category. */
export function meant(amount: string, { assigned, target }: MonthCategory): string {
  if (amount === TARGET) return add(assigned, target?.remaining_to_assign ?? '0')
  return isRelative({ amount }) ? add(assigned, readAmount(amount)) : readAmount(amount)
}

/** The names of the categories that were to get what their target needs, and which need nothing. */
export const withoutNeed = (reply: MonthReply, wishes: readonly Wish[]): string[] =>
  wishes
    .filter(({ amount }) => amount === TARGET)
    .filter(({ category }) => {
      const old = inMonth(reply, category)
      return meant(TARGET, old) === old.assigned
    })
    .map(({ category }) => category.name)

/** `CATEGORY AMOUNT`, or `CATEGORY=AMOUNT` as often as wanted. */
export async function readWishes(names: Names, words: readonly string[]): Promise<Wish[]> {
  const [first = '', second] = words
  const isPair = words.length === 2 && second !== undefined && !second.includes('=')
  const pairs = isPair ? [{ name: first, amount: second }] : words.map(splitWish)
  const wishes: Wish[] = []
  for (const { name, amount } of pairs) {
    if (amount !== TARGET) readAmount(amount)
    const category = await findCategory(names, name)
    if (wishes.some((wish) => wish.category.id === category.id))
      throw new Mistake('usage', `"${name}" is assigned twice`)
    wishes.push({ category, amount })
  }
  return wishes
}

function splitWish(word: string): { name: string; amount: string } {
  // A name may hold an equals sign; an amount cannot.
  const at = word.lastIndexOf('=')
  if (at > 0) return { name: word.slice(0, at).trim(), amount: word.slice(at + 1).trim() }
  throw new Mistake('usage', `"${word}" lacks its amount`, {
    hint: 'Write budget month assign Groceries 400, or Groceries=400 Rent=950',
  })
}

/** The lines of a file that say something; those that begin with # do not. */
export const linesOf = (bytes: Uint8Array): string[] =>
  new TextDecoder()
    .decode(bytes)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
