/** What shells complete beside the commands: the flags all of them know, and the topics of help. */

import type { DescribedFlag } from '../completion/command-model.ts'
import { globalFlags } from './global-flags.ts'
import { topics } from './help-topics.ts'

export const besideCommands = () => ({
  globals: globalFlags.map(
    ({ name, placeholder, help, completion }): DescribedFlag => ({
      name: `--${name}`,
      help,
      takesValue: placeholder !== undefined,
      completion,
    }),
  ),
  topics: Object.keys(topics),
})
