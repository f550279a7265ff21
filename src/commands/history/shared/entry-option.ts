/** Creates the options that name entries of the history, and what entries changed. */

import type { OptionSpec } from '../../../command/option-spec.ts'
import { integerOption } from '../../../command/options.ts'
import { findAccount, findCategory, findMerchant, type NameIndex } from '../../../command/resolve-name.ts'
import { UserError } from '../../../contract/errors.ts'
import type { ChangeType, HistoryFilter } from '../../../contract/ports/history.ts'

/** The number of an entry. */
export const entryOption = (help: string): OptionSpec<number> => ({
  ...integerOption(help, 1),
  completion: 'history_entry',
})

/** A thing that entries changed. */
export type ChangedThing = NonNullable<HistoryFilter['of']>

/** An account, a category, a merchant or the id of a transaction. */
export const changedThingOption = (help: string): OptionSpec<ChangedThing> => ({
  help,
  placeholder: 'NAME',
  parse: (text, { names }) =>
    text.startsWith('txn_') ? { type: 'transaction', id: text } : findChangedThing(names, text),
})

/**
 * Finds the account, the category or the merchant that a text means.
 * @throws UserError when it means none of them, or several.
 */
async function findChangedThing(names: NameIndex, text: string): Promise<ChangedThing> {
  const candidates = await Promise.all([
    findOne('account', () => findAccount(names, text)),
    findOne('category', () => findCategory(names, text)),
    findOne('merchant', () => findMerchant(names, text)),
  ])
  const found = candidates.flatMap((candidate) => (candidate ? [candidate] : []))
  const isWhole = ({ name, id }: (typeof found)[number]): boolean =>
    id === text || name.toLowerCase() === text.toLowerCase()
  // A whole name goes before the beginning of another one.
  const exact = found.filter(isWhole)
  const [match, another] = exact.length > 0 ? exact : found
  if (!match)
    throw new UserError('not_found', `No account, category or merchant named "${text}"`, {
      hint: 'Use a name, or the id of a transaction',
    })
  if (!another) return { type: match.type, id: match.id }
  throw new UserError('not_found', `"${text}" is ${describeKinds([match, another])}`, {
    hint: `Use its id: ${[match, another].map(({ id }) => id).join(' or ')}`,
  })
}

interface NamedThing extends ChangedThing {
  name: string
}

/** Returns the thing that a text means; undefined when it means none of this kind. */
async function findOne(
  type: ChangeType,
  find: () => Promise<{ id: string; name: string }>,
): Promise<NamedThing | undefined> {
  try {
    const { id, name } = await find()
    return { type, id, name }
  } catch (error) {
    if (error instanceof UserError && error.kind === 'not_found') return undefined
    throw error
  }
}

const describeKinds = (things: readonly NamedThing[]): string =>
  things.map(({ type, name }) => `${type === 'account' ? 'an' : 'a'} ${type}, ${name}`).join(', and ')
