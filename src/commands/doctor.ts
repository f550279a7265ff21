/** `budget doctor`: checks what could keep budget from working. */

import type { CommandContext } from '../command/context.ts'
import { defineStandaloneCommand } from '../command/define.ts'
import { isLocalProfile, type RemoteProfile } from '../config/profiles.ts'
import type { UserConfig } from '../config/user-config.ts'
import { ApiError, NetworkError, StorageError, UserError } from '../contract/errors.ts'
import { parseBaseUrl } from '../contract/remote-address.ts'
import { doctorView, type HealthCheck } from '../render/doctor.ts'
import { findWorkspace } from './workspaces/shared/resolve-workspace.ts'

export const doctor = defineStandaloneCommand({
  name: 'doctor',
  summary: 'Look for what could keep budget from working',
  examples: [{ when: 'Something does not work', commandLine: 'budget doctor' }],
  async run(outside): Promise<HealthCheck[]> {
    const { budget, node } = outside.versions
    const settings = await outside.settings()
    const directories = (['config', 'data', 'state'] as const).map((purpose): HealthCheck => {
      const trouble = settings.findDirectoryProblem(purpose)
      return {
        what: `${purpose} directory`,
        ok: trouble === undefined,
        detail: trouble ?? settings.directories[purpose] ?? '',
      }
    })
    return [
      { what: 'budget', ok: true, detail: `${budget} on Node ${node}` },
      ...directories,
      await runHealthCheck('profile', async () => settings.selectProfile().name),
      await runHealthCheck('workspace', () => checkWorkspace(settings, outside)),
    ]
  },
  view: doctorView,
  resultStatus: (checks) => (checks.every(({ ok }) => ok) ? 'done' : 'problems-found'),
})

/** Returns the result of a check. An expected error is the finding; an unexpected one is thrown. */
async function runHealthCheck(what: string, look: () => Promise<string>): Promise<HealthCheck> {
  try {
    return { what, ok: true, detail: await look() }
  } catch (error) {
    const isKnown = [ApiError, UserError, StorageError, NetworkError].some((kind) => error instanceof kind)
    if (!isKnown || !(error instanceof Error)) throw error
    return { what, ok: false, detail: error.message }
  }
}

async function checkWorkspace(settings: UserConfig, outside: CommandContext): Promise<string> {
  const { profile } = settings.selectProfile()
  if (!isLocalProfile(profile)) return checkRemoteService(profile, settings, outside)
  const workspaces = await outside.openLocalWorkspaces()
  const all = workspaces.listWorkspaces()
  const { workspace } = profile
  const meant =
    workspace === undefined ? all.find(({ archived }) => !archived) : findWorkspace(workspaces, workspace)
  if (!meant) return 'there is none yet; the first command makes one'
  const problems = workspaces.admin(meant.id).listIntegrityErrors()
  if (problems.length > 0) throw new StorageError(problems.join('; '))
  return `${meant.name} is sound, and every figure in it adds up`
}

async function checkRemoteService(
  profile: RemoteProfile,
  settings: UserConfig,
  outside: CommandContext,
): Promise<string> {
  const { origin } = parseBaseUrl(profile.base_url)
  const found = settings.resolveKey(profile)
  if (!found) throw new UserError('no_key', `No key is stored for ${origin}; budget auth login stores one`)
  const started = outside.now()
  await outside.withRemoteApi({ ...profile, key: found.key }, (api) => api.listCategoryGroups({}))
  return `${origin} answers in ${outside.now() - started} ms, and takes the key from ${found.source}`
}
