import { type Outside, standalone } from '../command/define.ts'
import { isLocal, type RemoteProfile } from '../config/profiles.ts'
import type { Settings } from '../config/user-config.ts'
import { ApiError, Mistake, StorageTrouble, Unreachable } from '../contract/errors.ts'
import { readBaseUrl } from '../contract/remote-address.ts'
import { doctorSheet, type Finding } from '../render/status.ts'
import { findWorkspace } from './workspaces/shared/find-workspace.ts'

/** The exit code of a check that found something. */ // cli.md §1
const PROBLEMS = 20

export const doctor = standalone({
  name: 'doctor',
  summary: 'Look for what could keep budget from working',
  examples: [{ when: 'Something does not work', type: 'budget doctor' }],
  async run(outside): Promise<Finding[]> {
    const { budget, node } = outside.versions
    const settings = await outside.settings()
    const directories = (['config', 'data', 'state'] as const).map((purpose): Finding => {
      const trouble = settings.troubleWith(purpose)
      return {
        what: `${purpose} directory`,
        ok: trouble === undefined,
        detail: trouble ?? settings.places[purpose] ?? '',
      }
    })
    return [
      { what: 'budget', ok: true, detail: `${budget} on Node ${node}` },
      ...directories,
      await looked('profile', async () => settings.meant().name),
      await looked('workspace', () => workspaceIn(settings, outside)),
    ]
  },
  show: doctorSheet,
  outcome: (findings) => (findings.every(({ ok }) => ok) ? 0 : PROBLEMS),
})

/** A finding; whatever is known to go wrong there is what was found. */
async function looked(what: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { what, ok: true, detail: await look() }
  } catch (error) {
    const isKnown = [ApiError, Mistake, StorageTrouble, Unreachable].some((kind) => error instanceof kind)
    if (!isKnown || !(error instanceof Error)) throw error
    return { what, ok: false, detail: error.message }
  }
}

async function workspaceIn(settings: Settings, outside: Outside): Promise<string> {
  const { profile } = settings.meant()
  if (!isLocal(profile)) return answerOf(profile, settings, outside)
  const workspaces = await outside.workspaces()
  const all = workspaces.listWorkspaces()
  const { workspace } = profile
  const meant =
    workspace === undefined ? all.find(({ archived }) => !archived) : findWorkspace(workspaces, workspace)
  if (!meant) return 'there is none yet; the first command makes one'
  const problems = workspaces.admin(meant.id).check()
  if (problems.length > 0) throw new StorageTrouble(problems.join('; '))
  return `${meant.name} is sound, and every figure in it adds up`
}

async function answerOf(profile: RemoteProfile, settings: Settings, outside: Outside): Promise<string> {
  const { origin } = readBaseUrl(profile.base_url)
  const found = settings.keyFor(profile)
  if (!found) throw new Mistake('no_key', `No key is stored for ${origin}; budget auth login stores one`)
  const started = outside.now()
  await outside.connected({ ...profile, key: found.key }, (api) => api.listCategoryGroups({}))
  return `${origin} answers in ${outside.now() - started} ms, and takes the key from ${found.source}`
}
