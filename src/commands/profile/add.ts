/** `budget profile add`: creates or replaces a profile. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { fileOption, textOption } from '../../command/options.ts'
import { addProfile } from '../../setup/add-profile.ts'
import { defineProfileChangeView } from '../../setup/profiles-view.ts'

export const add = defineStandaloneCommand({
  name: 'profile add',
  summary: 'Add a profile for a local workspace or, with --base-url, a remote one',
  arguments: { name: textOption('The name', 'PROFILE') },
  flags: {
    baseUrl: textOption('The address of a remote service', 'URL'),
    caFile: fileOption('A PEM file with the CA certificates of the service'),
    workspace: textOption(
      'The workspace: the id of a remote one, the id or name of a local one',
      'WORKSPACE',
    ),
  },
  examples: [
    { when: 'A second local budget', commandLine: 'budget profile add club --workspace Club' },
    {
      when: 'A remote budget; then run budget auth login --profile work',
      commandLine: 'budget profile add work --base-url https://budget.example.com --workspace ws_1',
    },
  ],
  mutates: true,
  run: addProfile,
  view: defineProfileChangeView(
    ({ name }) => `Added profile ${name}; to make it the default: budget profile use ${name}`,
  ),
})
