/** `budget auth login`: stores an API key for a remote service, after one request that checks it. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { booleanFlag } from '../../command/option-spec.ts'
import { textOption } from '../../command/options.ts'
import { logIn } from '../../setup/log-in.ts'
import { loginView } from '../../setup/profiles-view.ts'

export const login = defineStandaloneCommand({
  name: 'auth login',
  summary: 'Check an API key with one request and store it',
  flags: {
    baseUrl: textOption('The address of the service', 'URL'),
    workspace: textOption('The id of the workspace', 'ID'),
    withKey: booleanFlag('Read the key from stdin'),
  },
  examples: [
    { when: 'On a terminal, with prompts', commandLine: 'budget auth login' },
    {
      when: 'In a script',
      commandLine:
        'budget auth login --base-url https://budget.example.com --workspace ws_1 --with-key < key.txt',
    },
    { when: 'A new key for a profile', commandLine: 'budget auth login --profile work' },
  ],
  mutates: true,
  run: logIn,
  view: loginView,
})
