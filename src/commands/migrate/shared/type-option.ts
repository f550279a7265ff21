/** Declares the flag that says of which type an account is. */

import type { OptionSpec } from '../../../command/option-spec.ts'
import { closestMatch } from '../../../command/suggest.ts'
import { UserError } from '../../../contract/errors.ts'
import { accountTypes } from '../../../contract/operations/accounts.ts'
import type { TypedAccount } from './choose-types.ts'

/** `ACCOUNT=TYPE`, such as `Visa=credit_credit_card`. */
export const typeOption = (help: string): OptionSpec<TypedAccount> => ({
  help,
  placeholder: 'ACCOUNT=TYPE',
  parse(text): TypedAccount {
    const split = text.lastIndexOf('=')
    const type = text.slice(split + 1).trim()
    if (split > 0 && accountTypes.some((known) => known === type))
      return { account: text.slice(0, split).trim(), type }
    const match = closestMatch(type, accountTypes)
    throw new UserError(
      'invalid',
      `"${text}" is not an account and its type${match === undefined ? '' : `; did you mean "${match}"?`}`,
      {
        field: 'type',
        hint: 'Such as --type Visa=credit_credit_card; budget accounts types lists the types',
      },
    )
  },
})
