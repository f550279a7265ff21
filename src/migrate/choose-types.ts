/** Finds the type of each account: from the flags, from the file, or from the user. */

import type { CommandContext } from '../command/context.ts'
import { closestMatch } from '../command/suggest.ts'
import { UserError } from '../contract/errors.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import { accountTypes } from '../contract/operations/accounts.ts'
import type { MovedAccountType } from './migrate-view.ts'
import type { SourceAccount } from './source-budget.ts'

/** A type of the flag --type. */
export interface TypedAccount {
  account: string
  type: string
}

/** The types of all accounts, by the key of the account and for the result. */
export interface ChosenTypes {
  byKey: ReadonlyMap<string, string>
  shown: readonly MovedAccountType[]
}

/**
 * Returns the types of the accounts. What neither the flags nor the file say is asked on a terminal; without one the
 * suggested types are taken.
 * @throws UserError for a type of an account that the file does not have
 */
export async function chooseTypes(
  context: CommandContext,
  accounts: readonly SourceAccount[],
  { types, knownTypes = [] }: { types: readonly TypedAccount[]; knownTypes?: readonly TypedAccount[] },
): Promise<ChosenTypes> {
  const names = accounts.map(({ name }) => name)
  const typed = types.map(({ account, type }) => ({ account: findName(account, names), type }))
  const typedByName = new Map(
    [...knownTypes, ...typed].map(({ account, type }) => [toNameKey(account), type]),
  )
  const byKey = new Map<string, string>()
  const suggested: SourceAccount[] = []
  for (const account of accounts) {
    const type = typedByName.get(toNameKey(account.name)) ?? account.type
    byKey.set(account.key, type ?? account.suggestedType)
    if (type === undefined) suggested.push(account)
  }
  const isAsked =
    suggested.length > 0 &&
    context.user.isInteractive() &&
    !context.invocation.assumesYes &&
    !context.invocation.isDryRun
  if (isAsked) await askForTypes(context, suggested, byKey)
  return {
    byKey,
    shown: accounts.map(({ key, name, suggestedType }) => ({
      account: name,
      type: byKey.get(key) ?? suggestedType,
      suggested: !isAsked && suggested.some((account) => account.key === key),
    })),
  }
}

/** Returns the name that a text is, or the only one that it begins. */
function findName(text: string, names: readonly string[]): string {
  const key = toNameKey(text)
  const same = names.filter((name) => toNameKey(name) === key)
  const [found, other] = same.length > 0 ? same : names.filter((name) => toNameKey(name).startsWith(key))
  if (found !== undefined && (same.length > 0 || other === undefined)) return found
  const match = closestMatch(text, names)
  throw new UserError(
    'not_found',
    found === undefined
      ? `The file has no account named "${text}"${match === undefined ? '' : `; did you mean "${match}"?`}`
      : `The file has several accounts whose names begin with "${text}"`,
    { field: 'type', hint: `The accounts are ${names.join(', ')}` },
  )
}

/** Asks which of the suggested types are wrong, and for each of those which one is right. */
async function askForTypes(
  { user: { select, selectMany } }: CommandContext,
  accounts: readonly SourceAccount[],
  byKey: Map<string, string>,
): Promise<void> {
  const wrong = await selectMany(
    'These account types are guesses. Which ones are wrong? Press Enter for none',
    {
      choices: accounts.map(({ key, name }) => ({ value: key, label: `${name}: ${byKey.get(key)}` })),
      initial: [],
    },
  )
  if (!wrong) throw new UserError('unconfirmed', 'Nothing was moved')
  for (const { key, name } of accounts.filter((account) => wrong.includes(account.key))) {
    const current = byKey.get(key)
    const others = accountTypes.filter((type) => type !== current)
    const type = await select(
      `What type is ${name}?`,
      others.map((value) => ({ value, label: value })),
    )
    if (type === undefined) throw new UserError('unconfirmed', 'Nothing was moved')
    byKey.set(key, type)
  }
}
