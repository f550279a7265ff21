/** Answers the Model Context Protocol: tools, resources and prompts by the level of the assistant. */

import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { assertFields } from './assert-fields.ts'
import { cleanAnswer } from './clean-answer.ts'
import { describeTool } from './describe-tool.ts'
import { METHOD } from './method.ts'
import { prompts } from './prompts.ts'
import { resources } from './resources.ts'
import type { Answer, AssistantSession, Level, Tool, ToolCall, UsersAnswer } from './tool.ts'
import { describeToolError } from './tool-error.ts'
import { listTools } from './tools.ts'

/** What a server is created with. */
export interface AssistantServerOptions {
  level: Level
  version: string
  session: AssistantSession
  /** Signs what a form is about, so that only an answer to a form that was shown counts: 32 random bytes. */
  formKey: Uint8Array
}

/** Creates a server for one connection, or for one request over HTTP. */
export function createAssistantServer({ level, version, session, formKey }: AssistantServerOptions): Server {
  const forms = createRequestStateCodec<FormState>({ key: formKey, ttlSeconds: FORM_SECONDS })
  const server = new Server(
    { name: 'budget', title: 'Budget', version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: METHOD,
      requestState: { verify: forms.verify },
      inputRequired: { roundTimeoutMs: FORM_SECONDS * 1000 },
    },
  )
  const tools = listTools(level)
  const runInTurn = createTurns()
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(describeTool) }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such tool')
    const call = createCall(server, context)
    const answer = await runInTurn(() => callTool(tool, session, { input: params.arguments ?? {}, call }))
    if (!(answer instanceof FormNeeded)) return answer
    const requestState = await forms.mint({ about: answer.about }, context)
    return toForm(answer.message, requestState)
  })
  server.setRequestHandler('resources/list', () => ({
    resources: resources.map(({ read: _, ...resource }) => resource),
  }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const resource = resources.find((one) => one.uri === uri)
    if (!resource) throw new ResourceNotFoundError(uri, 'There is no such resource')
    const text = await runInTurn(() => resource.read(session))
    return { contents: [{ uri, mimeType: resource.mimeType, text }] }
  })
  server.setRequestHandler('prompts/list', () => ({
    prompts: prompts.map(({ text: _, ...prompt }) => prompt),
  }))
  server.setRequestHandler('prompts/get', ({ params: { name } }) => {
    const prompt = prompts.find((one) => one.name === name)
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such prompt')
    const { description, text } = prompt
    return { description, messages: [{ role: 'user', content: { type: 'text', text } }] }
  })
  return server
}

/** The user has so long to answer a form. */
const FORM_SECONDS = 600

/** What a form is about, as the client sends it back. */
interface FormState {
  about: string
}

/** The user must see a form first. */
class FormNeeded extends Error {
  readonly about: string

  constructor(about: string, message: string) {
    super(message)
    this.about = about
  }
}

const toForm = (message: string, requestState: string): InputRequiredResult =>
  inputRequired({
    requestState,
    inputRequests: {
      [FORM]: inputRequired.elicit({
        message,
        requestedSchema: {
          type: 'object',
          properties: { apply: { type: 'boolean', title: 'Apply it', default: false } },
          required: ['apply'],
        },
      }),
    },
  })

const FORM = 'person'

/** What a client says of itself with each request. */
interface Envelope {
  [CLIENT_INFO_META_KEY]?: { name: string }
  [CLIENT_CAPABILITIES_META_KEY]?: { elicitation?: unknown }
}

/** Returns what a tool needs of the request: who asks, and what the user answered. */
function createCall(server: Server, { mcpReq }: ServerContext): ToolCall {
  // The identity and the abilities of a client are what it claims, with each request or at its beginning.
  const envelope: Envelope | undefined = mcpReq.envelope
  const client = envelope?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion()
  const abilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()
  const canShowForms = abilities?.elicitation !== undefined
  return {
    clientName: client?.name,
    askUser(about, message): UsersAnswer {
      const responses = mcpReq.inputResponses
      const state = mcpReq.requestState<FormState>()
      if (responses && Object.hasOwn(responses, FORM) && state?.about === about)
        return acceptedContent(responses, FORM)?.['apply'] === true ? 'apply' : 'refused'
      if (!canShowForms) return 'cannot be asked'
      throw new FormNeeded(about, message)
    },
  }
}

interface Call {
  input: Record<string, unknown>
  call: ToolCall
}

/** Calls a tool. Every failure is an answer; only a form is not. */
async function callTool(
  tool: Tool,
  session: AssistantSession,
  { input, call }: Call,
): Promise<CallToolResult | FormNeeded> {
  try {
    assertFields(tool.fields, input)
    return toResult(cleanAnswer(await tool.run(session, input, call)))
  } catch (error) {
    if (error instanceof FormNeeded) return error
    return { ...toResult(cleanAnswer(describeToolError(error))), isError: true }
  }
}

const toResult = (answer: Answer): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(answer) }],
  structuredContent: answer,
})

/** Returns a function that runs works one after the other: commands share one connection. */
function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work, work)
    last = turn
    return turn
  }
}
