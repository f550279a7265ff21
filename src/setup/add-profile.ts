/** Creates a profile for a local workspace or a remote one. */

import type { CommandContext } from '../command/context.ts'
import { findProfile, isLocalProfile, type Profile, validateProfile } from '../config/profiles.ts'
import { UserError } from '../contract/errors.ts'
import { parseCertificates } from '../contract/remote-address.ts'
import type { ProfileOutput } from './profiles-view.ts'
import { toProfileOutput } from './profiles-view.ts'
import { findWorkspace } from './resolve-workspace.ts'

/** Saves a new profile, once it is valid. */
export async function addProfile(
  { computer: { files, settings, openLocalWorkspaces } }: CommandContext,
  { name, baseUrl, workspace, caFile }: ProfileInput & { name: string },
): Promise<ProfileOutput> {
  const userConfig = await settings()
  const read = userConfig.readProfiles()
  if (findProfile(read, name)) {
    const hint =
      name === 'local' ? 'It always exists; use another name' : `To replace it: budget profile remove ${name}`
    throw new UserError('conflict', `Profile "${name}" already exists`, { hint })
  }
  const profile = buildProfile({ baseUrl, workspace, caFile: caFile && files.resolvePath(caFile) })
  if (caFile !== undefined) parseCertificates(await files.read(caFile), caFile)
  const checked = validateProfile(name, profile)
  if (isLocalProfile(checked) && workspace !== undefined)
    findWorkspace(await openLocalWorkspaces(userConfig.directories.data), workspace)
  await userConfig.saveProfile(name, checked)
  return toProfileOutput(name, checked, read)
}

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
