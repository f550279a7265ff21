/** Declares the flag that says of which type an account is. */

import { accountTypeNames, findAccountType } from '../accounts/account-types.ts'
import type { OptionSpec } from '../command/option-spec.ts'
import { closestMatch } from '../command/suggest.ts'
import { UserError } from '../contract/errors.ts'
import { accountTypes } from '../contract/operations/accounts.ts'
import type { TypedAccount } from './choose-types.ts'

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
