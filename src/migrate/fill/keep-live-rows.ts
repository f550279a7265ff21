/** Leaves out what is deleted: a service has no place for it. */

import type { WorkspaceContent } from '../../contract/ports/workspace-content.ts'

const isLive = ({ deleted }: { deleted: boolean }): boolean => !deleted

/** Returns the content without deleted rows. Its transactions are read, and can be read again. */
export const keepLiveRows = (content: WorkspaceContent): WorkspaceContent => ({
  ...content,
  accounts: content.accounts.filter(isLive),
  categories: content.categories.filter(isLive),
  merchants: content.merchants.filter(isLive),
  transactions: [...content.transactions].filter(isLive),
})
