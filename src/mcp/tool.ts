/** Defines a tool that an assistant calls: its fields, its level, and what it answers. */

import type { CommandRunner, WorkspaceContext } from '../command/context.ts'
import type { NameIndex } from '../command/names/resolve-name.ts'
import type { InferOutput, strictFields } from '../contract/fields.ts'
import type { TransactionReferences } from '../contract/ports/references.ts'

/** How much an assistant may do, from the least on. @see docs/mcp.md#levels */
export const levels = ['read', 'draft', 'ask', 'apply'] as const

/** How much an assistant may do. */
export type Level = (typeof levels)[number]

/** What tools work with. Every call reads what is there by then. */
export interface AssistantSession {
  runner: CommandRunner
  /** Returns the user's date, YYYY-MM-DD. */
  readToday(): string
  /** Opens what features work with, on this day. */
  openContext(): WorkspaceContext
  /** Opens the names as they are now. */
  openNames(): NameIndex
  references: TransactionReferences
  /** The name of an assistant whose client does not say its own. */
  callerName?: string
  /** The time zone of the dates, e.g. `Europe/Berlin`. */
  timezone: string
  /** True if each call of the API is a request to a service, which limits them. */
  costsRequests: boolean
  /** Resolves a file that may be read. @throws UserError for any other; undefined when none may be. */
  resolveFile: ((name: string) => Promise<string>) | undefined
}

/** What the user answered to a form; a client that shows no forms cannot ask. */
export type UsersAnswer = 'apply' | 'refused' | 'cannot be asked'

/** What a tool needs of the request beside its fields. */
export interface ToolCall {
  /** The name that the client gives itself; undefined when it gives none. */
  clientName: string | undefined
  /**
   * Returns what the user answered. The form is shown first: then this throws, and the tool runs again.
   * @param about what the answer counts for, e.g. a draft: the answer to another form does not
   */
  askUser(about: string, message: string): UsersAnswer
}

/** The fields of an answer. They are plain data: JSON can hold them. */
export type Answer = Readonly<Record<string, unknown>>

type Fields = ReturnType<typeof strictFields>

/** A tool, without the types of its fields. */
export interface Tool {
  name: string
  title: string
  description: string
  level: Level
  fields: Fields
  /** What the fields mean, by name. */
  descriptions: Readonly<Record<string, string>>
  /** The tool changes the budget. */
  isDestructive: boolean
  run(session: AssistantSession, input: Readonly<Record<string, unknown>>, call: ToolCall): Promise<Answer>
}

/** Defines a tool; `run` gets its fields with their types. */
export function defineTool<Schema extends Fields>(
  tool: Omit<Tool, 'fields' | 'run' | 'isDestructive'> & {
    fields: Schema
    isDestructive?: true
    run(session: AssistantSession, input: InferOutput<Schema>, call: ToolCall): Promise<Answer>
  },
): Tool {
  return { isDestructive: false, ...tool }
}
