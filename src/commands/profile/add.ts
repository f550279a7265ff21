/** `budget profile add`: creates or replaces a profile. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { fileOption, textOption } from '../../command/options.ts'
import { findProfile, isLocalProfile, type Profile, validateProfile } from '../../config/profiles.ts'
import { UserError } from '../../contract/errors.ts'
import { parseCertificates } from '../../contract/remote-address.ts'
import { toProfileOutput } from '../../setup/profile-record.ts'
import { defineProfileChangeView } from '../../setup/profiles-view.ts'
import { findWorkspace } from '../../setup/resolve-workspace.ts'

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
  async run({ files, settings, openLocalWorkspaces }, { name, baseUrl, workspace, caFile }) {
    const userConfig = await settings()
    const read = userConfig.readProfiles()
    if (findProfile(read, name)) {
      const hint =
        name === 'local'
          ? 'It always exists; use another name'
          : `To replace it: budget profile remove ${name}`
      throw new UserError('conflict', `Profile "${name}" already exists`, { hint })
    }
    const profile = buildProfile({ baseUrl, workspace, caFile: caFile && files.resolvePath(caFile) })
    if (caFile !== undefined) parseCertificates(await files.read(caFile), caFile)
    const checked = validateProfile(name, profile)
    if (isLocalProfile(checked) && workspace !== undefined)
      findWorkspace(await openLocalWorkspaces(userConfig.directories.data), workspace)
    await userConfig.saveProfile(name, checked)
    return toProfileOutput(name, checked, read)
  },
  view: defineProfileChangeView(
    ({ name }) => `Added profile ${name}; to make it the default: budget profile use ${name}`,
  ),
})

type ProfileInput = Readonly<Record<'baseUrl' | 'workspace' | 'caFile', string | undefined>>

function buildProfile({ baseUrl: base_url, workspace, caFile: ca_file }: ProfileInput): Profile {
  if (base_url === undefined) {
    if (ca_file !== undefined) throw new UserError('usage', '--ca-file requires --base-url')
    return { kind: 'local', ...(workspace !== undefined && { workspace }) }
  }
  if (workspace !== undefined)
    return { base_url, workspace_id: workspace, ...(ca_file !== undefined && { ca_file }) }
  throw new UserError('usage', '--base-url requires --workspace', { hint: 'Use the id of the workspace' })
}
