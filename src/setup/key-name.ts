/** Declares the name of a key or a device. */

import type { OptionSpec } from '../command/option-spec.ts'
import { nameOption } from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import { normalizeName } from '../contract/normalize-name.ts'

/** The name of a key or a device: none that the history gives to assistants. */
export function keyNameOption(help: string): OptionSpec<string> {
  const name = nameOption(help)
  return {
    ...name,
    parse(text, context) {
      if (/^assistant\b/i.test(normalizeName(text)))
        throw new UserError('usage', 'The history calls only assistants "assistant"', {
          field: 'name',
          hint: 'Use another name',
        })
      return name.parse(text, context)
    },
  }
}
