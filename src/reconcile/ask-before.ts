/** Asks before a reconciliation writes: a command ends on a no, the dialogue goes back to its menu. */

import type { WorkspaceContext } from '../command/context.ts'
import { sanitizeText } from '../output/sanitize.ts'

/** Asks a question below some lines, and returns true for yes. */
export type AskBefore = (question: string, lines: readonly string[]) => Promise<boolean>

/** Returns a question whose no ends the command with an error. */
export const endOnNo =
  ({ user: { requireConfirmation } }: Pick<WorkspaceContext, 'user'>): AskBefore =>
  async (question, lines) => {
    await requireConfirmation(question, async () => lines.join('\n'))
    return true
  }

/** Returns a question whose no lets the dialogue go on. */
export const goOnAfterNo =
  ({
    invocation: { assumesYes },
    user: { confirm },
  }: Pick<WorkspaceContext, 'invocation' | 'user'>): AskBefore =>
  async (question, lines) =>
    assumesYes || confirm(question, sanitizeText(lines.join('\n')))
