/** Declares the flags that say how a source is read, and of which type an account is. */

import { accountTypeNames, findAccountType } from '../accounts/account-types.ts'
import { type OptionSpec, repeatable } from '../command/option-spec.ts'
import { enumOption, textOption } from '../command/options.ts'
import { closestMatch } from '../command/suggest.ts'
import { UserError } from '../contract/errors.ts'
import { accountTypes } from '../contract/operations/accounts.ts'
import { isCurrencyCode } from '../money/currency.ts'
import {
  dateOrders,
  decimalSeparators,
  type ReadSourceOptions,
  spendingSigns,
} from '../tables/source-file.ts'
import type { TypedAccount } from './choose-types.ts'
import { type SourceKind, sourceKinds } from './source-budget.ts'

/** The flags for what a file leaves open; its content says the rest. */
export const sourceFlags = {
  from: enumOption('The program it comes from; detected by default', 'PROGRAM', sourceKinds),
  dates: enumOption('The order of day, month and year, if the dates do not show it', 'ORDER', dateOrders),
  decimal: enumOption('The decimal separator, if the amounts do not show it', 'MARK', decimalSeparators),
  account: textOption('The account for rows that do not name one', 'ACCOUNT'),
  income: repeatable(
    textOption('An income category, or none, if the file does not show it; can be repeated', 'CATEGORY'),
  ),
  spending: enumOption('The sign of spending, if the file does not show it', 'SIGN', spendingSigns),
}

/** What the flags of a command say about a source, under the names that they are typed with. */
interface SourceInput extends Pick<ReadSourceOptions, 'decimal' | 'spending' | 'account'> {
  from: SourceKind | undefined
  since: string | undefined
  type: readonly TypedAccount[]
  dates: ReadSourceOptions['dateOrder']
  income: readonly string[]
}

/** Returns how a source is read, from the flags of a command. */
export const toMoveFlags = ({
  from,
  since,
  type,
  dates,
  decimal,
  spending,
  account,
  income,
}: SourceInput) => ({
  from,
  since,
  types: type,
  dateOrder: dates,
  decimal,
  spending,
  account,
  ...(income.length > 0 && { income }),
})

/** `ACCOUNT=TYPE`, such as `Visa=credit_credit_card`. */
export const typeOption = (help: string): OptionSpec<TypedAccount> => ({
  help,
  placeholder: 'ACCOUNT=TYPE',
  parse(text): TypedAccount {
    const split = text.lastIndexOf('=')
    const [account, name] = [text.slice(0, Math.max(split, 0)).trim(), text.slice(split + 1).trim()]
    const type = findAccountType(name)
    if (account !== '' && type !== undefined) return { account, type }
    const match = closestMatch(name, [...accountTypeNames, ...accountTypes])
    throw new UserError(
      'invalid',
      account === ''
        ? `"${text}" is not in the form ACCOUNT=TYPE`
        : `"${name}" is not an account type${match === undefined ? '' : `; did you mean "${match}"?`}`,
      {
        field: 'type',
        hint: 'For example: --type Visa=credit_credit_card; budget accounts types lists the types',
      },
    )
  },
})

/** @throws UserError for a text that is no code of a currency */
export function assertCurrencyCode(currency: string): void {
  if (isCurrencyCode(currency)) return
  const hint = 'Use three capital letters, such as USD'
  throw new UserError('invalid', `"${currency}" is not a currency`, { field: 'currency', hint })
}
