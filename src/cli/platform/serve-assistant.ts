/** Connects assistants over HTTP to the workspaces of this computer. */

import { randomBytes } from 'node:crypto'
import type { OpenServedContext } from '../../command/runtime.ts'
import type { KeyLevel } from '../../contract/access.ts'
import { ApiError } from '../../contract/errors.ts'
import type { Workspaces } from '../../contract/ports/local-service.ts'
import type { ServedAssistant } from '../../contract/ports/served-assistant.ts'
import type { RunAlone } from '../../contract/ports/served-workspaces.ts'
import type { Level } from '../../mcp/tool.ts'
import { connectLocal } from './connect-local.ts'
import { getStateDirectory } from './state-directory.ts'

/** How much an assistant with a key may do; undefined: nothing. */
const levelByKey: Readonly<Record<KeyLevel, Level | undefined>> = {
  read: 'read',
  add: undefined,
  write: 'draft',
}

interface AssistantOptions {
  /** The workspaces once more, on which commands run. */
  workspaces: Workspaces
  openContext: OpenServedContext
  runAlone: RunAlone
}

/** Returns what answers assistants. A request has its workspace alone, as a command of the page has. */
export async function createLocalAssistant({
  workspaces,
  openContext,
  runAlone,
}: AssistantOptions): Promise<ServedAssistant> {
  const { answerAssistant, refuseBatch } = await import('../../mcp/serve-http.ts')
  const { openSession } = await import('../../mcp/session.ts')
  const formKey = randomBytes(32)
  const state = await getStateDirectory()
  return {
    async answer(request, { workspace_id, can, key_name }) {
      const level = levelByKey[can]
      if (!level) throw new ApiError('forbidden', 'the key may only add transactions')
      // A client that sends slowly must not keep others from the workspace.
      const body = await request.readBody()
      if (body === undefined) return new Response(null, { status: 413 })
      const refused = refuseBatch(body)
      if (refused) return refused
      const { url, method, headers } = request
      const whole = new Request(url, { method, headers, ...(method === 'POST' && { body }) })
      return runAlone(workspace_id, async () => {
        const openDrafts = async () =>
          (await import('../../store/drafts-db.ts')).openDrafts(state, workspace_id)
        const drafts = { openReviewDrafts: rejectReview, openDrafts }
        const context = await openContext(connectLocal(workspaces, workspace_id, drafts))
        const session = { ...(await openSession(context, undefined)), callerName: key_name }
        const version = context.invocation.versions.budget
        return answerAssistant(whole, { level, version, session, formKey })
      })
    },
  }
}

const rejectReview = () => Promise.reject(new Error('An assistant does not review'))
