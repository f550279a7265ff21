/** `budget keys pair`: makes a code with which a device signs in to the page of `budget serve`. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { withDefault } from '../../command/option-spec.ts'
import { enumOption, textOption } from '../../command/options.ts'
import { keyLevels } from '../../contract/access.ts'
import { keyNameOption } from '../../setup/key-name.ts'
import { pairingView } from '../../setup/pairing-view.ts'
import { findSelectedWorkspace, findWorkspace } from '../../setup/resolve-workspace.ts'
import { parsePublicUrl } from '../../setup/serve-options.ts'

export const pair = defineStandaloneCommand({
  name: 'keys pair',
  summary: 'Make a code with which a phone signs in to the page of budget serve',
  flags: {
    name: withDefault(keyNameOption('A name for the device'), 'phone'),
    can: withDefault(enumOption('What the device may do', 'LEVEL', keyLevels), 'write'),
    workspace: textOption('The workspace; by default the one that commands use', 'WORKSPACE'),
    url: { ...textOption('The address of the page; shows it as a QR code', 'URL'), parse: parsePublicUrl },
  },
  examples: [
    { when: 'A phone that adds', commandLine: 'budget keys pair --name phone --can add' },
    {
      when: 'To scan, where serve has the same --public-url',
      commandLine: 'budget keys pair --url https://budget.example',
    },
  ],
  mutates: true,
  hasSecretOutput: true,
  async run(context, { name, can, workspace, url }) {
    const all = await context.computer.openLocalWorkspaces()
    const { id } =
      workspace === undefined ? await findSelectedWorkspace(all, context) : findWorkspace(all, workspace)
    const draft = { name, can, workspace_id: id }
    const { code, ends_at } = all.devices.pair(draft)
    return { code, ends_at, ...draft, url: url ? `${url.origin}/sign-in#${code}` : null }
  },
  view: pairingView,
})
