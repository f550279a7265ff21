/** `budget workspaces rename`: renames a workspace, also in the profiles that use it. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { nameOption, textOption } from '../../command/options.ts'
import { isLocalProfile } from '../../config/profiles.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import { databaseFlags, openManagedWorkspaces, selectsDatabase } from '../../setup/database-flags.ts'
import { defineWorkspaceChangeView } from '../../setup/workspaces-view.ts'

export const rename = defineStandaloneCommand({
  name: 'workspaces rename',
  summary: 'Rename a workspace',
  arguments: {
    workspace: textOption('The workspace, by name or id', 'WORKSPACE'),
    name: nameOption('The new name'),
  },
  flags: databaseFlags,
  examples: [{ when: 'A better name', commandLine: 'budget workspaces rename Home Family' }],
  mutates: true,
  async run({ computer }, { workspace, name, ...flags }) {
    const all = await openManagedWorkspaces(computer, flags)
    const old = await all.findWorkspace(workspace)
    const renamed = await all.rename(old.id, name)
    // A profile of a service has the id of its workspace.
    if (selectsDatabase(flags)) return renamed
    const userConfig = await computer.settings()
    for (const [profileName, profile] of Object.entries(userConfig.readProfiles().profiles)) {
      if (!isLocalProfile(profile) || profile.workspace === undefined) continue
      if (toNameKey(profile.workspace) === toNameKey(old.name))
        await userConfig.saveProfile(profileName, { ...profile, workspace: renamed.name })
    }
    return renamed
  },
  view: defineWorkspaceChangeView(({ name }) => `Renamed the workspace to ${name}`),
})
