/** Defines how a server hands the requests of assistants on. */

import type { KeyLevel } from '../access.ts'

/** Who asks, and about which workspace. */
export interface AssistantCaller {
  workspace_id: string
  /** What the key may do. */
  can: KeyLevel
  /** The name of the key, or its id. */
  key_name: string
}

/** Answers assistants: the Model Context Protocol over HTTP. */
export interface ServedAssistant {
  answer(request: Request, caller: AssistantCaller): Promise<Response>
}
