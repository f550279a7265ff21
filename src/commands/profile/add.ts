/** `budget profile add`: creates or replaces a profile. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { fileOption, textOption } from '../../command/options.ts'
import { findProfile, type Profile, validateProfile } from '../../config/profiles.ts'
import { UserError } from '../../contract/errors.ts'
import { parseCertificates } from '../../contract/remote-address.ts'
import { defineProfileChangeView } from '../../render/profiles.ts'
import { toProfileOutput } from './shared/profile-view.ts'

export const add = defineStandaloneCommand({
  name: 'profile add',
  summary: 'Add a profile: a workspace of this machine, or with --base-url one elsewhere',
  arguments: { name: textOption('What to call it', 'PROFILE') },
  flags: {
    baseUrl: textOption('Where the service is', 'URL'),
    caFile: fileOption(
      'The certificates it is known by, a PEM file, where no public authority vouches for it',
    ),
    workspace: textOption('The workspace: elsewhere its id, on this machine its id or name', 'WORKSPACE'),
  },
  examples: [
    { when: 'A second budget on this machine', commandLine: 'budget profile add club --workspace Club' },
    {
      when: 'One elsewhere; budget auth login --profile work stores its key',
      commandLine: 'budget profile add work --base-url https://budget.example.com --workspace ws_1',
    },
  ],
  mutates: true,
  async run({ files, settings }, { name, baseUrl, workspace, caFile }) {
    const userConfig = await settings()
    const read = userConfig.readProfiles()
    if (findProfile(read, name)) {
      const hint =
        name === 'local'
          ? 'It is always there; take another name'
          : `budget profile remove ${name} makes room for it`
      throw new UserError('conflict', `There is a profile "${name}" already`, { hint })
    }
    const profile = buildProfile({ baseUrl, workspace, caFile: caFile && files.resolvePath(caFile) })
    if (caFile !== undefined) parseCertificates(await files.read(caFile), caFile)
    const checked = validateProfile(name, profile)
    await userConfig.saveProfile(name, checked)
    return toProfileOutput(name, checked, read)
  },
  view: defineProfileChangeView(
    ({ name }) => `Profile ${name} is added; budget profile use ${name} makes it the usual one`,
  ),
})

type ProfileInput = Readonly<Record<'baseUrl' | 'workspace' | 'caFile', string | undefined>>

function buildProfile({ baseUrl: base_url, workspace, caFile: ca_file }: ProfileInput): Profile {
  if (base_url === undefined) {
    if (ca_file !== undefined) throw new UserError('usage', '--ca-file needs --base-url beside it')
    return { kind: 'local', ...(workspace !== undefined && { workspace }) }
  }
  if (workspace !== undefined)
    return { base_url, workspace_id: workspace, ...(ca_file !== undefined && { ca_file }) }
  throw new UserError('usage', '--base-url needs --workspace beside it', { hint: 'It takes a workspace id' })
}
