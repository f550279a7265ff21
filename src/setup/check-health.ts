/** Checks what could keep budget from working. */

import type { CommandContext } from '../command/context.ts'
import { isLocalProfile, type RemoteProfile } from '../config/profiles.ts'
import type { UserConfig } from '../config/user-config.ts'
import { ApiError, NetworkError, StorageError, UserError } from '../contract/errors.ts'
import { parseBaseUrl } from '../contract/remote-address.ts'
import { defineView, textColumn } from '../output/view.ts'
import { findWorkspace } from './resolve-workspace.ts'

/** Returns the result of each check. */
export async function checkHealth(context: CommandContext): Promise<HealthCheck[]> {
  const { budget, node } = context.invocation.versions
  const settings = await context.computer.settings()
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
    await runHealthCheck('workspace', () => checkWorkspace(settings, context)),
  ]
}

/** Returns the result of a check. An expected error is the finding; an unexpected one is thrown. */
async function runHealthCheck(what: string, check: () => Promise<string>): Promise<HealthCheck> {
  try {
    return { what, ok: true, detail: await check() }
  } catch (error) {
    const isKnown = [ApiError, UserError, StorageError, NetworkError].some(
      (errorClass) => error instanceof errorClass,
    )
    if (!isKnown || !(error instanceof Error)) throw error
    return { what, ok: false, detail: error.message }
  }
}

async function checkWorkspace(settings: UserConfig, context: CommandContext): Promise<string> {
  const { profile } = settings.selectProfile()
  if (!isLocalProfile(profile)) return checkRemoteService(profile, settings, context)
  const workspaces = await context.computer.openLocalWorkspaces()
  const all = workspaces.listWorkspaces()
  const { workspace } = profile
  const selected =
    workspace === undefined ? all.find(({ archived }) => !archived) : findWorkspace(workspaces, workspace)
  if (!selected) return 'none yet; the first command creates one'
  const problems = workspaces.admin(selected.id).listIntegrityErrors()
  if (problems.length > 0) throw new StorageError(problems.join('; '))
  return `${selected.name} is intact and its figures are correct`
}

async function checkRemoteService(
  profile: RemoteProfile,
  settings: UserConfig,
  context: CommandContext,
): Promise<string> {
  const { origin } = parseBaseUrl(profile.base_url)
  const storedKey = settings.resolveKey(profile)
  if (!storedKey) throw new UserError('no_key', `No API key stored for ${origin}; run budget auth login`)
  const started = context.invocation.now()
  await context.computer.withRemoteApi({ ...profile, key: storedKey.key }, (api) =>
    api.listCategoryGroups({}),
  )
  return `${origin} responds in ${context.invocation.now() - started} ms and accepts the key from ${storedKey.source}`
}

/** The result of one health check. */
export interface HealthCheck {
  what: string
  ok: boolean
  detail: string
}

/** A list of health checks. */
export const doctorView = defineView<HealthCheck[], HealthCheck>({
  columns: [textColumn('what', 'Check'), textColumn('ok', 'Ok'), textColumn('detail', 'Result')],
})
