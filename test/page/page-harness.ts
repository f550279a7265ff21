/** Runs `budget serve` with its page in process, and plays the browsers of its devices. */

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request as sendRequest } from 'node:http'
import { join, resolve } from 'node:path'
import { createLocalPage, useWorkspace } from '../../src/cli/platform/serve-page.ts'
import { createCommandRunner } from '../../src/cli/run-commands.ts'
import type { Runtime } from '../../src/command/runtime.ts'
import type { KeyLevel } from '../../src/contract/access.ts'
import type { Workspaces } from '../../src/contract/ports/local-service.ts'
import type { RunAlone } from '../../src/contract/ports/served-workspaces.ts'
import { openWorkspaces } from '../../src/engine/workspaces.ts'
import type { WorkOnWorkspace } from '../../src/page/page-request.ts'
import { admitLocally } from '../../src/server/admit-locally.ts'
import { createRunAlone } from '../../src/server/run-alone.ts'
import { startServer } from '../../src/server/server.ts'
import { withFolder } from '../support/temporary-directory.ts'

const root = resolve(import.meta.dirname, '../..')

/** The answer to a browser. */
export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** What a test sends; a header of undefined is left out. */
export interface Sent {
  method?: string
  path: string
  headers?: Record<string, string | undefined>
  body?: string
}

/** A browser: it keeps cookies, and sends the headers that browsers send with forms. */
export interface Browser {
  cookies: Map<string, string>
  get(path: string, headers?: Sent['headers']): Promise<Answer>
  /** Sends a form of the page that was read last, with its token. */
  post(path: string, fields: Record<string, string>, headers?: Sent['headers']): Promise<Answer>
  /** The token of the page that was read last. */
  token(): string
}

/** A running page, and what a test changes of it. */
export interface PageServer {
  workspaces: Workspaces
  workspaceId: string
  /** The folder of the workspaces. */
  folder: string
  origin: string
  clock: { now: number; elapsed: number }
  /** What failed inside. */
  reports: unknown[]
  /** Runs before each command of the page, after the page compared what it had shown. */
  beforeRun: () => Promise<void>
  /** Keeps the page and the API waiting while work uses a workspace. */
  runAlone: RunAlone
  /** Does work for a device of the workspace, as a page does. */
  useWorkspace<Result>(work: WorkOnWorkspace<Result>): Promise<Result>
  send(sent: Sent): Promise<Answer>
  openBrowser(): Browser
  /** Returns a browser that signed in with a code. */
  signIn(can: KeyLevel, name?: string): Promise<Browser>
}

/** Runs a test against a server with a page and one workspace. */
export async function withPage(
  test: (server: PageServer) => Promise<void>,
  options: { public_url?: string } = {},
): Promise<void> {
  await withFolder(async (folder) => {
    const clock = { now: Date.UTC(2026, 10, 20, 12), elapsed: 0 }
    const reports: unknown[] = []
    const open = () => openWorkspaces({ folder, now: () => clock.now, random: (bytes) => randomBytes(bytes) })
    const workspaces = open()
    const commandWorkspaces = open()
    const { id: workspaceId } = workspaces.createWorkspace({ name: 'Home', currency: 'USD' })
    const runAlone = createRunAlone()
    let pageServer: PageServer | undefined
    const clocks = { now: () => clock.now, elapsed: () => clock.elapsed }
    const pageOptions: Parameters<typeof createLocalPage>[1] = {
      ...clocks,
      workspaces: commandWorkspaces,
      public_url: options.public_url === undefined ? undefined : new URL(options.public_url),
      async createRunner(connection, today) {
        const runtime = createRuntime(clocks.now, today)
        const runner = createCommandRunner({ isDryRun: false, runtime }, connection)
        const run: typeof runner.run = async (...given) => {
          await pageServer?.beforeRun()
          return runner.run(...given)
        }
        return { ...runner, run }
      },
      runAlone,
      report: (error) => reports.push(error),
      readFile: async (name) => readFileSync(join(root, 'dist/page', name)),
    }
    const page = await createLocalPage(workspaces, pageOptions)
    const server = await startServer(admitLocally(workspaces, runAlone), {
      ...clocks,
      host: '127.0.0.1',
      port: 0,
      rate_limit: 200,
      rate_window: 3600,
      public_host: pageOptions.public_url?.host,
      page,
    })
    const origin = options.public_url ?? server.url
    const send = (sent: Sent) => sendTo(server.port, new URL(origin).host, sent)
    const openBrowser = () => createBrowser(send, origin)
    try {
      pageServer = {
        workspaces,
        workspaceId,
        folder,
        origin,
        clock,
        reports,
        beforeRun: async () => undefined,
        runAlone,
        send,
        openBrowser,
        useWorkspace: (work) => useWorkspace(pageOptions, { workspace_id: workspaceId, name: 'phone' }, work),
        async signIn(can, name = 'phone') {
          const browser = openBrowser()
          const { code } = workspaces.devices.pair({ name, can, workspace_id: workspaceId })
          await browser.get('/sign-in')
          await browser.post('/sign-in', { code })
          return browser
        },
      }
      await test(pageServer)
    } finally {
      await server.close()
      commandWorkspaces.close()
      workspaces.close()
    }
  })
}

/** Sends a request to the port of a server. */
export function sendTo(
  port: number,
  host: string,
  { method = 'GET', path, headers = {}, body }: Sent,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const given = Object.entries({ host, ...headers }).filter(([, value]) => value !== undefined)
    const request = sendRequest(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: Object.fromEntries(given),
        setHost: false,
        agent: false,
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => (text += part))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        )
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

/** Opens a browser of the page at `origin`. */
export function createBrowser(send: PageServer['send'], origin: string): Browser {
  const cookies = new Map<string, string>()
  let token = ''
  const remember = (answer: Answer): Answer => {
    token = /name="token" value="([^"]*)"/.exec(answer.text)?.[1] ?? token
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (/Max-Age=0\b/.test(line)) cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return answer
  }
  const cookie = () => ({
    ...(cookies.size > 0 && {
      cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
    }),
  })
  return {
    cookies,
    token: () => token,
    get: async (path, headers) =>
      remember(await send({ path, headers: { accept: 'text/html', ...cookie(), ...headers } })),
    post: async (path, fields, headers) =>
      remember(
        await send({
          method: 'POST',
          path,
          headers: {
            accept: 'text/html',
            'content-type': 'application/x-www-form-urlencoded',
            origin,
            'sec-fetch-site': 'same-origin',
            ...cookie(),
            ...headers,
          },
          body: new URLSearchParams({ token, ...fields }).toString(),
        }),
      ),
  }
}

/** Returns the process as a server gives it to the commands of its page, which have no terminal and no files. */
function createRuntime(now: () => number, today: string): Runtime {
  const stream = { isTTY: false, columns: 80, rows: 24, write: () => true, status: () => undefined }
  const runtime: Partial<Runtime> = {
    program: 'budget',
    env: {},
    stdout: stream,
    stderr: stream,
    stdinIsTTY: () => false,
    today,
    readToday: () => today,
    signal: new AbortController().signal,
    computeLong: async (work) => work(),
    now,
  }
  return runtime as Runtime // a command of the page that reached for anything else would fail
}
