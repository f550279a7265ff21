/** Offers the tools, resources and prompts that the official conformance suite asks for by name. */

import { setTimeout as wait } from 'node:timers/promises'
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ContentBlock,
  createRequestStateCodec,
  type ElicitRequestFormParams,
  type GetPromptResult,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  MissingRequiredClientCapabilityError,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'

type Input = Record<string, string>
type Tool = (
  context: ServerContext,
  input: Input,
) => CallToolResult | Promise<CallToolResult | InputRequiredResult>

const states = createRequestStateCodec<{ round: number }>({ key: new Uint8Array(32).fill(7), ttlSeconds: 60 })
const readRound = ({ mcpReq }: ServerContext) => mcpReq.requestState<{ round: number }>()?.round ?? 0

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA='
const text = (value: string) => ({ type: 'text' as const, text: value })
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' }
const embed = (uri: string, mimeType: string, value: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: value },
})
const say = (...content: ContentBlock[]): CallToolResult => ({ content })

const string = { type: 'string' as const }
const elicit = (message: string, properties: ElicitRequestFormParams['requestedSchema']['properties']) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties, required: Object.keys(properties) },
  })
const name = elicit('What is your name?', { name: string })
const confirm = elicit('Please confirm', { ok: { type: 'boolean' } })
const sample = (prompt: string) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(prompt) }], maxTokens: 100 })

const areAnswered = ({ mcpReq }: ServerContext, requests: InputRequests): boolean =>
  Object.keys(requests).every((key) => inputResponse(mcpReq.inputResponses, key).kind !== 'missing')
const askFor = async (context: ServerContext, inputRequests: InputRequests, round = 1) =>
  inputRequired({ inputRequests, requestState: await states.mint({ round }, context) })

/** Returns a tool that asks, and then says what came back. */
const ask =
  (list: (input: Input) => InputRequests): Tool =>
  (context, input) =>
    areAnswered(context, list(input))
      ? say(text(JSON.stringify([context.mcpReq.inputResponses, readRound(context) === 1 && 'state-ok'])))
      : askFor(context, list(input))

const log: Tool = async ({ mcpReq }) => {
  for (const words of ['execution started', 'processing data', 'execution completed']) {
    await mcpReq.log('info', `Tool ${words}`)
    await wait(50)
  }
  return say(text('Done'))
}

const options = ['option1', 'option2', 'option3']
const list = (word: string) =>
  ['First', 'Second', 'Third'].map((one, index) => ({ const: `value${index + 1}`, title: `${one} ${word}` }))

const tools: Readonly<Record<string, Tool>> = {
  test_simple_text: () => say(text('This is a simple text response for testing.')),
  test_image_content: () => say(image),
  test_audio_content: () => say({ type: 'audio', data: WAV, mimeType: 'audio/wav' }),
  test_embedded_resource: () =>
    say(embed('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')),
  test_multiple_content_types: () =>
    say(
      text('Multiple content types test:'),
      image,
      embed('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ),
  test_error_handling: () => ({
    ...say(text('This tool intentionally returns an error for testing')),
    isError: true,
  }),
  test_tool_with_logging: log,
  test_logging_tool: log,
  async test_tool_with_progress({ mcpReq }) {
    const { _meta: meta } = mcpReq
    const progressToken = meta?.progressToken ?? 0
    for (const progress of [0, 50, 100]) {
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 100 },
      })
      await wait(50)
    }
    return say(text('Done'))
  },
  test_missing_capability(context) {
    if (readCapabilities(context)['sampling']) return say(text('The client can sample'))
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
  },
  test_streaming_elicitation: ask(() => ({ user_name: name })),
  test_sampling: ask(({ prompt = '' }) => ({ prompt: sample(prompt) })),
  test_elicitation: ask(({ message = '' }) => ({
    user: elicit(message, { username: string, email: string }),
  })),
  test_elicitation_sep1034_defaults: ask(() => ({
    defaults: elicit('Check the defaults', {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    }),
  })),
  test_elicitation_sep1330_enums: ask(() => ({
    enums: elicit('Choose', {
      untitledSingle: { type: 'string', enum: options },
      titledSingle: { type: 'string', oneOf: list('Option') },
      legacyEnum: { type: 'string', enum: ['opt1', 'opt2'], enumNames: ['Option One', 'Option Two'] },
      untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
      titledMulti: { type: 'array', items: { anyOf: list('Choice') } },
    }),
  })),
  test_input_required_result_elicitation: ask(() => ({ user_name: name })),
  test_input_required_result_sampling: ask(() => ({
    capital_question: sample('What is the capital of France?'),
  })),
  test_input_required_result_list_roots: ask(() => ({ client_roots: inputRequired.listRoots() })),
  test_input_required_result_request_state: ask(() => ({ confirm })),
  test_input_required_result_tampered_state: ask(() => ({ confirm })),
  test_input_required_result_multiple_inputs: ask(() => ({
    user_name: name,
    greeting: sample('Generate a greeting'),
    client_roots: inputRequired.listRoots(),
  })),
  test_input_required_result_multi_round(context) {
    const step1 = elicit('Step 1: What is your name?', { name: string })
    const step2 = elicit('Step 2: What is your favorite color?', { color: string })
    if (readRound(context) === 2 && areAnswered(context, { step2 })) return say(text('Both steps are done'))
    const isFirstDone = readRound(context) === 1 && areAnswered(context, { step1 })
    return isFirstDone ? askFor(context, { step2 }, 2) : askFor(context, { step1 })
  },
  test_input_required_result_capabilities(context) {
    const { sampling, elicitation } = readCapabilities(context)
    const samples: InputRequests = sampling ? { sample: sample('Say something') } : {}
    return askFor(context, elicitation ? { ...samples, name } : samples)
  },
}

function readCapabilities({ mcpReq }: ServerContext): Record<string, unknown> {
  const envelope: { [CLIENT_CAPABILITIES_META_KEY]?: Record<string, unknown> } | undefined = mcpReq.envelope
  return envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {}
}

type Prompt = (input: Input, context: ServerContext) => GetPromptResult | Promise<InputRequiredResult>
const user = (...contents: ContentBlock[]): GetPromptResult => ({
  messages: contents.map((content) => ({ role: 'user', content })),
})
const user_context = elicit('What context should the prompt use?', { context: string })
const prompts: Readonly<Record<string, Prompt>> = {
  test_simple_prompt: () => user(text('This is a simple prompt for testing.')),
  test_prompt_with_arguments: ({ arg1, arg2 }) =>
    user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  test_prompt_with_embedded_resource: ({ resourceUri = '' }) =>
    user(
      embed(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
      text('Please process the embedded resource above.'),
    ),
  test_prompt_with_image: () => user(image, text('Please analyze the image above.')),
  test_input_required_result_prompt: (_, context) =>
    areAnswered(context, { user_context }) ? user(text('It came back')) : askFor(context, { user_context }),
}

function readResource(uri: string) {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  const json = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
  if (id !== undefined) return { uri, mimeType: 'application/json', text: json }
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: PNG }
  if (uri !== 'test://static-text') throw new ResourceNotFoundError(uri, 'There is no such resource')
  return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }
}

const describe = (names: string[]) => names.map((one) => ({ name: one, description: one }))
const find = <Value>(table: Readonly<Record<string, Value>>, key: string): Value => {
  if (Object.hasOwn(table, key)) return table[key] as Value // it has its own value
  throw new Error(`There is no ${key}`)
}

/** Creates the server of one request, or of one session. */
export function createFixtureServer(): Server {
  const capabilities = {
    tools: {},
    resources: { subscribe: true },
    prompts: {},
    completions: {},
    logging: {},
  }
  const requestState = { verify: states.verify }
  const server = new Server({ name: 'fixture', version: '1' }, { capabilities, requestState })
  server.setRequestHandler('tools/list', () => ({
    tools: describe(Object.keys(tools)).map((tool) => ({ ...tool, inputSchema: { type: 'object' } })),
  }))
  server.setRequestHandler('tools/call', ({ params }, context) =>
    find(tools, params.name)(context, params.arguments as Input),
  )
  server.setRequestHandler('resources/list', () => ({
    resources: describe(['text', 'binary']).map((one) => ({ ...one, uri: `test://static-${one.name}` })),
  }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  }))
  server.setRequestHandler('resources/read', ({ params }) => ({ contents: [readResource(params.uri)] }))
  server.setRequestHandler('resources/subscribe', () => ({}))
  server.setRequestHandler('resources/unsubscribe', () => ({}))
  server.setRequestHandler('completion/complete', () => ({ completion: { values: ['paris', 'park'] } }))
  server.setRequestHandler('prompts/list', () => ({ prompts: describe(Object.keys(prompts)) }))
  server.setRequestHandler('prompts/get', ({ params }, context) =>
    find(prompts, params.name)(params.arguments ?? {}, context),
  )
  return server
}
