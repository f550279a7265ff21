import type { UncheckedApi } from '../contract/api.ts'
import { operations } from '../contract/api.ts'
import { envelope } from '../contract/envelope.ts'
import { Mistake } from '../contract/errors.ts'
import type { RawRequest } from '../contract/operation.ts'
import { type Body, bodies } from '../render/body.ts'
import { asked, type Meant } from './api_request.ts'
import { command, each, toggle, type World } from './command.ts'
import { file, oneOf, plain } from './entries.ts'

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const

export const api = command({
  name: 'api',
  summary: 'Call an endpoint of the API and print what it answers',
  arguments: {
    method: { ...oneOf('GET, POST, PATCH or DELETE', 'METHOD', methods) },
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
    const first = await call(world, meant)
    if (include) world.announce(head(meant))
    if (!paginate) return first
    const pages = [first]
    for (let next = after(meant, first); next; next = after(next, pages.at(-1)))
      pages.push(await call(world, next))
    return pages
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

const head = ({ name }: Meant): string =>
  `HTTP ${operations[name].status}\ncontent-type: application/json; charset=utf-8\n\n`

async function call({ api }: World, { name, request }: Meant): Promise<Body> {
  // What is sent is the person's affair: engine and service look at every request themselves.
  const unchecked = api as unknown as UncheckedApi
  return envelope(await unchecked[name](request))
}

function after({ name, request }: Meant, page: Body | undefined): Meant | undefined {
  const cursor = page?.['next_cursor']
  if (typeof cursor !== 'string' || cursor === request.query?.['cursor']) return undefined
  const following: RawRequest = { ...request, query: { ...request.query, cursor } }
  return { name, request: following }
}
