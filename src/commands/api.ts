import { command, each, toggle, type World } from '../command/define.ts'
import { file, oneOf, plain } from '../command/options.ts'
import { operations, type UncheckedApi } from '../contract/api.ts'
import { Mistake } from '../contract/errors.ts'
import type { Answer } from '../contract/http-response.ts'
import { followCursors } from '../contract/paginate.ts'
import { envelope } from '../contract/response-envelope.ts'
import { type Body, bodies, bodyOf } from '../render/raw-response.ts'
import { manyLines } from '../render/sanitize.ts'
import { asked, type Meant } from './shared/api-request.ts'

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const

export const api = command({
  name: 'api',
  summary: 'Call an endpoint of the API and print what it answers',
  arguments: {
    method: { ...oneOf('The method', 'METHOD', methods) },
    path: plain('Where, from the workspace on: /accounts; or whole, beginning with /v1', 'PATH'),
  },
  flags: {
    field: each(
      plain('A field of the body, or a parameter of GET and DELETE; a.b=c goes deeper', 'KEY=VALUE'),
    ),
    input: file('A file with the JSON body; - is stdin'),
    paginate: toggle('Follow next_cursor to the last page'),
    include: toggle('Print the status and the headers first'),
  },
  shorts: { field: 'F', include: 'i' },
  examples: [
    { when: 'What the API says of the accounts', type: 'budget api GET /accounts' },
    { when: 'Every transaction, page by page', type: 'budget api GET /transactions -F limit=500 --paginate' },
    { when: 'Something new', type: 'budget api POST /merchants -F name="Corner Shop"' },
    {
      when: 'A body from another program',
      type: 'budget api PATCH /transactions/txn_01 --input - < changes.json',
    },
  ],
  changes: ([method]) => method !== 'GET',
  async run(world, { method, path, field, input, paginate, include }): Promise<Body | Body[]> {
    const body = input === undefined ? undefined : parsed(await world.files.read(input), input)
    const meant = asked({ method, path, fields: field, body, workspace_id: world.workspace_id })
    const said: Body[] = []
    for await (const { status, headers, bytes } of answers(world, meant, paginate)) {
      if (include && said.length === 0) world.announce(head(status, headers))
      said.push(bodyOf(bytes))
    }
    const [first] = said
    return paginate || !first ? said : first
  },
  show: bodies,
})

function parsed(bytes: Uint8Array, from: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    const why = cause instanceof Error ? `: ${cause.message}` : ''
    throw new Mistake('value', `"${from}" is not JSON${why}`)
  }
}

// Others may repeat the key. reliability.md §3.4
const shownHeaders = ['content-type', 'date', 'retry-after', 'idempotency-key-lifetime']

function head(status: number, headers: Answer['headers']): string {
  const lines = shownHeaders.flatMap((name) =>
    headers[name] === undefined ? [] : [`${name}: ${headers[name]}`],
  )
  return manyLines(`${[`HTTP ${status}`, ...lines].join('\n')}\n\n`)
}

/** The answer to a request, and when they are wanted the pages after it. */
async function* answers(world: World, { name, request }: Meant, paginate: boolean): AsyncGenerator<Answer> {
  const follow = followCursors(request.query?.['cursor'])
  for (let query = request.query; ; ) {
    const asked = { ...request, ...(query && { query }) }
    const outcome = await outcomeOf(world, { name, request: asked }, paginate)
    yield world.answerTo(outcome) ?? wouldAnswer(name, outcome)
    const cursor = outcome['next_cursor'] ?? null
    if (!paginate || cursor === null) return
    follow(
      cursor,
      Object.values(outcome).some((part) => Array.isArray(part) && part.length > 0),
    )
    query = { ...query, cursor }
  }
}

/** The reply to a request; or the error about an answer that is not what the contract says, unless a page must follow. */
async function outcomeOf(
  { api, answerTo }: World,
  { name, request }: Meant,
  paginate: boolean,
): Promise<Record<string, unknown>> {
  // What is sent is the person's affair: engine and service look at every request themselves.
  const unchecked = api as unknown as UncheckedApi
  try {
    return Object(await unchecked[name](request))
  } catch (failure) {
    if (paginate || !answerTo(Object(failure))) throw failure
    return Object(failure)
  }
}

/** What the service would answer, were it asked over HTTP. */ // spec S1 S2
const wouldAnswer = (name: Meant['name'], reply: object): Answer => ({
  status: operations[name].status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  bytes: new TextEncoder().encode(JSON.stringify(envelope(reply))),
})
