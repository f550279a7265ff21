/** `budget db compact`: removes old entries of the history and returns unused space to the disk. */

import type { LocalWorkspaceContext } from '../../command/context.ts'
import { defineLocalCommand } from '../../command/define.ts'
import { pluralize } from '../../output/pluralize.ts'
import { compactView } from '../../setup/db-view.ts'
import { computeKeepSince } from '../../setup/settings.ts'

export const compact = defineLocalCommand({
  name: 'db compact',
  summary: 'Free unused disk space, and remove history older than history_keep',
  examples: [
    { when: 'Preview how many history entries would be removed', commandLine: 'budget db compact --dry-run' },
    { when: 'The file has become large', commandLine: 'budget db compact' },
  ],
  mutates: true,
  cannotDraft: 'it changes no figure',
  // SQLite rewrites the file, which no transaction can contain.
  isAtomic: false,
  hasOwnDryRun: true,
  async run(context) {
    const {
      workspace: { admin },
      invocation: { isDryRun },
      user: { requireConfirmation },
    } = context
    const keep_since = await readKeepSince(context)
    const count = keep_since === undefined ? 0 : await countOlderEntries(context, keep_since)
    if (isDryRun) return { path: admin.path, removed_entries: count, written: false }
    if (count > 0)
      await requireConfirmation(
        `Remove ${pluralize(count, 'history entry', 'history entries')} from before ${keep_since?.slice(0, 10)}?`,
        async () => 'They can no longer be undone',
      )
    const result = admin.compact(keep_since === undefined ? {} : { keep_since })
    return { path: admin.path, ...result, written: true }
  },
  view: compactView,
})

async function readKeepSince({
  computer: { settings },
  invocation: { now },
}: LocalWorkspaceContext): Promise<string | undefined> {
  const setting = (await settings()).readProfiles().history_keep
  return setting === undefined ? undefined : computeKeepSince(setting, now())
}

const countOlderEntries = async (
  { workspace: { history } }: LocalWorkspaceContext,
  keep_since: string,
): Promise<number> => (await history().list({})).filter(({ at }) => at < keep_since).length
