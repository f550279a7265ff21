/** Lists what shells complete besides commands: global flags and help topics. */

import type { FlagModel } from '../completion/command-model.ts'
import { globalFlags } from '../global-flags.ts'
import { helpTopics } from './help-topics.ts'

/** Returns the global flags and the names of the help topics. */
export const getGlobalCompletions = () => ({
  globals: globalFlags.map(
    ({ name, placeholder, help, completion }): FlagModel => ({
      name: `--${name}`,
      help,
      takesValue: placeholder !== undefined,
      completion,
    }),
  ),
  topics: Object.keys(helpTopics),
})
