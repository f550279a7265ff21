/** Creates the options that name entries of the history, and what entries changed. */

import { findAccount, findCategory, findMerchant, type NameIndex } from '../command/names/resolve-name.ts'
import type { OptionSpec } from '../command/option-spec.ts'
import { integerOption } from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import type { ChangeType, HistoryFilter } from '../contract/ports/history.ts'

/** The number of an entry. */
export const entryOption = (help: string): OptionSpec<number> => ({
  ...integerOption(help, 1),
  completion: 'history_entry',
})

/** A thing that entries changed. */
export type ChangedThing = NonNullable<HistoryFilter['entity']>

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
  const whole = await listNamesakes(names, text)
  // A name typed in full is found without asking a remote service for newer names.
  const [match, another] = whole.length > 0 ? whole : await findByBeginning(names, text)
  if (!match)
    throw new UserError('not_found', `No account, category or merchant named "${text}"`, {
      hint: 'Use a name, or the id of a transaction',
    })
  if (!another) return { type: match.type, id: match.id }
  throw new UserError('not_found', `"${text}" is ${describeKinds([match, another])}`, {
    hint: `Use its id: ${[match, another].map(({ id }) => id).join(' or ')}`,
  })
}

/** Lists everything that has this id or name. */
async function listNamesakes(names: NameIndex, text: string): Promise<NamedThing[]> {
  const key = toNameKey(text)
  const matching = (type: ChangeType, entities: readonly { id: string; name: string }[]): NamedThing[] =>
    entities
      .filter(({ id, name }) => id === text || toNameKey(name) === key)
      .map(({ id, name }) => ({ type, id, name }))
  return [
    ...matching('account', await names.accounts()),
    ...matching('category', await names.categories()),
    ...matching('merchant', await names.merchants()),
  ]
}

async function findByBeginning(names: NameIndex, text: string): Promise<NamedThing[]> {
  const found = await Promise.all([
    findOne('account', () => findAccount(names, text)),
    findOne('category', () => findCategory(names, text)),
    findOne('merchant', () => findMerchant(names, text)),
  ])
  return found.flatMap((thing) => (thing ? [thing] : []))
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
