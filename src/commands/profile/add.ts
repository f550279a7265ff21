import { standalone } from '../../command/define.ts'
import { file, plain } from '../../command/options.ts'
import { checkedProfile, type Profile, profileIn } from '../../config/profiles.ts'
import { Mistake } from '../../contract/errors.ts'
import { readCertificates } from '../../contract/remote-address.ts'
import { profileChange } from '../../render/settings.ts'
import { shown } from './shared/profile-view.ts'

export const add = standalone({
  name: 'profile add',
  summary: 'Add a profile: a workspace of this machine, or with --base-url one elsewhere',
  arguments: { name: plain('What to call it', 'PROFILE') },
  flags: {
    baseUrl: plain('Where the service is', 'URL'),
    caFile: file('The certificates it is known by, a PEM file, where no public authority vouches for it'),
    workspace: plain('The workspace: elsewhere its id, on this machine its id or name', 'WORKSPACE'),
  },
  examples: [
    { when: 'A second budget on this machine', type: 'budget profile add club --workspace Club' },
    {
      when: 'One elsewhere; budget auth login --profile work stores its key',
      type: 'budget profile add work --base-url https://budget.example.com --workspace ws_1',
    },
  ],
  changes: true,
  async run({ files, settings }, { name, baseUrl, workspace, caFile }) {
    const its = await settings()
    const read = its.profiles()
    if (profileIn(read, name)) {
      const hint =
        name === 'local'
          ? 'It is always there; take another name'
          : `budget profile remove ${name} makes room for it`
      throw new Mistake('conflict', `There is a profile "${name}" already`, { hint })
    }
    const profile = described({ baseUrl, workspace, caFile: caFile && files.absolute(caFile) })
    if (caFile !== undefined) readCertificates(await files.read(caFile), caFile)
    const checked = checkedProfile(name, profile)
    await its.saveProfile(name, checked)
    return shown(name, checked, read)
  },
  show: profileChange(
    ({ name }) => `Profile ${name} is added; budget profile use ${name} makes it the usual one`,
  ),
})

type Given = Readonly<Record<'baseUrl' | 'workspace' | 'caFile', string | undefined>>

function described({ baseUrl: base_url, workspace, caFile: ca_file }: Given): Profile {
  if (base_url === undefined) {
    if (ca_file !== undefined) throw new Mistake('usage', '--ca-file needs --base-url beside it')
    return { kind: 'local', ...(workspace !== undefined && { workspace }) }
  }
  if (workspace !== undefined)
    return { base_url, workspace_id: workspace, ...(ca_file !== undefined && { ca_file }) }
  throw new Mistake('usage', '--base-url needs --workspace beside it', { hint: 'It takes a workspace id' })
}
