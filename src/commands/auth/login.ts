import { type Outside, standalone, toggle } from '../../command/define.ts'
import { plain } from '../../command/options.ts'
import { checkedProfile, isLocal, profileIn, type RemoteProfile } from '../../config/profiles.ts'
import type { Settings } from '../../config/user-config.ts'
import { Mistake } from '../../contract/errors.ts'
import { checkKey, readBaseUrl } from '../../contract/remote-address.ts'
import { login as loginSheet } from '../../render/settings.ts'

/** The name of a first profile elsewhere. */
const USUAL_NAME = 'remote'

export const login = standalone({
  name: 'auth login',
  summary: 'Store a key for a service elsewhere, after one request to see that it works',
  flags: {
    baseUrl: plain('Where the service is', 'URL'),
    workspace: plain('The workspace, by its id', 'ID'),
    withKey: toggle('Read the key from stdin instead of asking for it'),
  },
  examples: [
    { when: 'On a terminal, which asks for all it needs', type: 'budget auth login' },
    {
      when: 'In a script',
      type: 'budget auth login --base-url https://budget.example.com --workspace ws_1 --with-key < key.txt',
    },
    { when: 'A new key for a profile', type: 'budget auth login --profile work' },
  ],
  changes: true,
  async run(outside, given) {
    const settings = await outside.settings()
    const known = knownProfile(settings)
    const name = settings.flag ?? known?.name ?? USUAL_NAME
    refuseLocal(name, settings)
    const base_url =
      given.baseUrl ?? known?.base_url ?? (await asked(outside, 'Address of the service', '--base-url'))
    const { origin } = readBaseUrl(base_url)
    const workspace_id =
      given.workspace ?? known?.workspace_id ?? (await asked(outside, 'Id of the workspace', '--workspace'))
    const key = given.withKey
      ? await keyOnStdin(outside)
      : await asked(outside, 'Key', '--with-key', { hidden: true })
    checkKey(key)
    // The certificates of a service vouch for no other.
    const ca_file = known && readBaseUrl(known.base_url).origin === origin ? known.ca_file : undefined
    const profile = { base_url, workspace_id, ...(ca_file !== undefined && { ca_file }) }
    checkedProfile(name, profile)
    const { accounts } = await outside.connected({ ...profile, key }, (api) =>
      api.listAccounts({ query: { include_closed: true } }),
    )
    await settings.saveKey({ ...profile, name }, key)
    await settings.saveProfile(name, profile)
    await settings.setDefaultProfile(name)
    return { profile: name, base_url, workspace_id, accounts: accounts.length, default_profile: name }
  },
  show: loginSheet,
})

/** The profile elsewhere that gets a new key, unless the login makes one. */
function knownProfile(settings: Settings): (RemoteProfile & { name: string }) | undefined {
  const read = settings.profiles()
  const name = settings.flag ?? read.default_profile
  const profile = profileIn(read, name)
  return profile && !isLocal(profile) ? { ...profile, name } : undefined
}

/** A profile of this machine that became one elsewhere would leave its budget out of reach. */
function refuseLocal(name: string, settings: Settings): void {
  const profile = profileIn(settings.profiles(), name)
  if (!profile || !isLocal(profile)) return
  throw new Mistake('conflict', `The profile ${name} is on this machine and needs no key`, {
    hint: 'Take another name for the one elsewhere, such as --profile work',
  })
}

async function asked(
  { canAsk, type }: Outside,
  question: string,
  flag: string,
  options = { hidden: false },
): Promise<string> {
  if (!canAsk()) throw new Mistake('usage', `"budget auth login" needs ${flag} where nobody can be asked`)
  const answer = (await type(question, options))?.trim()
  if (answer) return answer
  throw new Mistake('unconfirmed', 'Nothing was stored')
}

const keyOnStdin = async ({ files }: Outside): Promise<string> =>
  new TextDecoder().decode(await files.read('-')).trim()
