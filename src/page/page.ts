/** Answers the requests of browsers: guards them, finds their page, and shows what is refused. @see docs/page.md */

import { isPermitted } from '../contract/access.ts'
import { wrapApi } from '../contract/api.ts'
import { ApiError, statusByErrorName, UserError } from '../contract/errors.ts'
import type { Device } from '../contract/ports/devices.ts'
import type { OpenWorkspace } from '../contract/ports/local-service.ts'
import type { WebPage, WebRequest } from '../contract/ports/web-page.ts'
import { deriveToken, formatCookie, isSameToken, readCookie } from './cookies.ts'
import type { PageOptions, PageRequest, PageRoute, VisitorRequest, WorkOnWorkspace } from './page-request.ts'
import { describeProblem, type Refusal, redirect, refuse } from './responses.ts'
import { createRoutes } from './routes.ts'
import { findSite, isFromSite, type Site } from './sites.ts'

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i
const SECRET_BYTES = 32

/** Returns the page of the local workspaces. */
export function createPage(options: PageOptions): WebPage {
  const routes = createRoutes(options).map((route) => ({ ...route, pattern: toPattern(route.path) }))
  return {
    async answer(request) {
      try {
        const site = findSite(request.headers['host'], options.public_url)
        if (!site) return refuse(refusals.host, request.headers)
        const found = routes.filter(({ pattern }) => pattern.test(request.path))
        const route = found.find(({ method }) => method === request.method)
        if (route) return await answerRoute(request, { site, route, options })
        if (found.length === 0) return refuse(refusals.path, request.headers)
        const response = refuse(refusals.method, request.headers)
        response.headers.set('Allow', found.map(({ method }) => method).join(', '))
        return response
      } catch (error) {
        return refuseError(error, request, options)
      }
    },
  }
}

const toPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)

const refusals = {
  host: {
    status: 403,
    title: 'Not this address',
    text: 'budget serve shows its page under the address of --public-url, or on this computer as localhost',
  },
  path: { status: 404, title: 'Not found', text: 'There is no such page' },
  method: { status: 405, title: 'Not possible', text: 'This address cannot be used in this way' },
  origin: {
    status: 403,
    title: 'Not saved',
    text: 'The form was not sent by this page. Open the page again and send it from there',
  },
  size: { status: 413, title: 'Not saved', text: 'The form is too long' },
  type: { status: 415, title: 'Not saved', text: 'A form has the type application/x-www-form-urlencoded' },
  token: {
    status: 403,
    title: 'Not saved',
    text: 'This form was opened before you signed in, or for another workspace. Open it again',
  },
  signIn: { status: 401, title: 'Signed out', text: 'Sign in again' },
  level: { status: 403, title: 'Not allowed', text: 'This device may not do that' },
  workspace: {
    status: 404,
    title: 'No workspace',
    text: 'The workspace of this device is archived or was deleted. Sign out, and sign in with a new code',
  },
} satisfies Record<string, Refusal>

interface RouteRequest {
  site: Site
  route: PageRoute & { pattern: RegExp }
  options: PageOptions
}

async function answerRoute(request: WebRequest, found: RouteRequest): Promise<Response> {
  const { site, route, options } = found
  const { headers } = request
  if (route.method === 'POST' && !isFromSite(request, site)) return refuse(refusals.origin, headers)
  const secret = readCookie(headers['cookie'], 'device', site.isSecure)
  const device = secret === undefined ? undefined : options.workspaces.devices.find(secret)
  if (route.needs === 'none') return answerVisitor(request, found, { route, device })
  if (!device || secret === undefined) {
    const isNavigation = request.method === 'GET' && /\btext\/html\b/.test(headers['accept'] ?? '')
    return isNavigation ? redirect('/sign-in') : refuse(refusals.signIn, headers)
  }
  options.countRequest(device.id)
  if (!isPermitted(device.can, route.needs)) return refuse(refusals.level, headers)
  const workspace = options.workspaces.getWorkspace(device.workspace_id)
  if (!workspace || workspace.archived) return refuse(refusals.workspace, headers)
  const visit = await readVisit(request, found, deriveToken(secret, workspace.id))
  if (visit instanceof Response) return visit
  const useWorkspace = <Result>(work: WorkOnWorkspace<Result>) => options.useWorkspace(device, work)
  const page: PageRequest = { ...visit, device, workspace, api: createApi(options, device), useWorkspace }
  return route.answer(page)
}

/** Answers a page that needs no device. A visitor gets a cookie of his own, to which the tokens of his forms belong. */
async function answerVisitor(
  request: WebRequest,
  found: RouteRequest,
  { route, device }: { route: Extract<PageRoute, { needs: 'none' }>; device: Device | undefined },
): Promise<Response> {
  const { options, site } = found
  const known = readCookie(request.headers['cookie'], 'visitor', site.isSecure)
  const secret = known ?? Buffer.from(options.random(SECRET_BYTES)).toString('base64url')
  const visit = await readVisit(request, found, deriveToken(secret, ''))
  if (visit instanceof Response) return visit
  const response = await route.answer({ ...visit, device })
  if (known === undefined && response.headers.get('Content-Type')?.startsWith('text/html'))
    response.headers.append(
      'Set-Cookie',
      formatCookie('visitor', { value: secret, seconds: undefined, isSecure: site.isSecure }),
    )
  return response
}

/** Reads the form of a request and compares its token; returns the refusal where it may not be used. */
async function readVisit(
  request: WebRequest,
  { route, site, options }: RouteRequest,
  token: string,
): Promise<VisitorRequest | Response> {
  const { headers, query, path } = request
  const form = new URLSearchParams()
  if (route.method === 'POST') {
    if (!FORM_TYPE.test(headers['content-type'] ?? '')) return refuse(refusals.type, headers)
    const body = await request.readBody()
    if (!body) return refuse(refusals.size, headers)
    for (const [name, value] of new URLSearchParams(Buffer.from(body).toString())) form.append(name, value)
    if (!isSameToken(form.get('token') ?? '', token)) return refuse(refusals.token, headers)
  }
  const names = Object.entries(route.pattern.exec(path)?.groups ?? {})
  return {
    options,
    names: Object.fromEntries(names.map(([name, value]) => [name, decodeName(value)])),
    query,
    form,
    headers,
    token,
    isSecure: site.isSecure,
    device: undefined,
    now: options.now(),
    today: options.today(),
  }
}

/** Returns a part of a path as text; one that is wrongly encoded as it is, which names nothing. */
function decodeName(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

/** Returns the API of a device's workspace, under the name of the device. */
const createApi = ({ workspaces }: PageOptions, { workspace_id, name: actor }: Device): OpenWorkspace =>
  wrapApi(
    workspaces.open(workspace_id),
    (_name, call) => (request) => call({ ...request, actor }),
  ) as OpenWorkspace // it takes requests as it is given them

/** Returns what a page shows when it failed. */
function refuseError(error: unknown, { headers }: WebRequest, { report }: PageOptions): Response {
  if (error instanceof ApiError) {
    const status = statusByErrorName[error.name]
    return refuse({ status, title: 'Not done', text: error.detail, retryAfter: error.retryAfter }, headers)
  }
  if (error instanceof UserError) {
    const status = error.kind === 'conflict' ? 409 : 400
    return refuse({ status, title: 'Not done', text: describeProblem(error) }, headers)
  }
  report(error)
  return refuse({ status: 500, title: 'Not done', text: 'budget serve failed; its log says why' }, headers)
}
