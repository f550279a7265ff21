/** What shells complete beside the commands: the flags all of them know, and the topics of help. */

import type { FlagModel } from '../completion/command-model.ts'
import { globalFlags } from './global-flags.ts'
import { helpTopics } from './help-topics.ts'

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
