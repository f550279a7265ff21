/** Creates the option for an account type. */

import type { OptionSpec } from '../command/option-spec.ts'
import { enumOption, unknownValueError } from '../command/options.ts'
import { closestMatch } from '../command/suggest.ts'
import { accountTypes } from '../contract/operations/accounts.ts'
import { accountTypeNames, findAccountType, formatAccountType } from './account-types.ts'

/** An account type, by its name in the API or in plain words. */
export const accountTypeOption = (help: string): OptionSpec<(typeof accountTypes)[number]> => ({
  ...enumOption(help, 'TYPE', accountTypes),
  formatChoice: formatAccountType,
  parse(text) {
    const found = findAccountType(text)
    if (found !== undefined) return found
    const match = closestMatch(text, [...accountTypeNames, ...accountTypes])
    throw unknownValueError(`"${text}" is not an account type`, match, 'budget accounts types lists them')
  },
})
