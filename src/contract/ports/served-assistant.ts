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

/** A request as the server received it. */
export interface AssistantRequest {
  method: string
  url: string
  headers: Headers
  /** Returns the body; undefined when it is too long. */
  readBody: () => Promise<string | undefined>
}

/** Answers assistants: the Model Context Protocol over HTTP. */
export interface ServedAssistant {
  answer(request: AssistantRequest, caller: AssistantCaller): Promise<Response>
}
