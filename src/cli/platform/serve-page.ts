/** Connects the page of `budget serve` to the workspaces of this computer, and to what runs commands on them. */

import { randomBytes } from 'node:crypto'
import type { CommandRunner, ServedPage } from '../../command/context.ts'
import type { CreateRunner } from '../../command/runtime.ts'
import type { Workspaces } from '../../contract/ports/local-service.ts'
import type { RunAlone } from '../../contract/ports/served-workspaces.ts'
import type { WebPage } from '../../contract/ports/web-page.ts'
import { connectLocal } from './connect-local.ts'
import { toLocalDate } from './local-date.ts'

/** Requests of a device in an hour, apart from those of its key. */
const DEVICE_LIMIT = { requests: 1200, seconds: 3600 }

interface LocalPageOptions extends ServedPage {
  public_url: URL | undefined
  createRunner: CreateRunner
  readFile: (name: string) => Promise<Uint8Array>
  runAlone: RunAlone
  /** Milliseconds since 1970, and of a monotonic clock. */
  now: () => number
  elapsed: () => number
  /** Tells the operator what failed inside. */
  report: (error: unknown) => void
}

/** Returns the page of these workspaces. */
export async function createLocalPage(workspaces: Workspaces, options: LocalPageOptions): Promise<WebPage> {
  const { createPage } = await import('../../page/page.ts')
  const { createRateLimiter } = await import('../../server/rate-limiter.ts')
  const { public_url, now, elapsed, runAlone, report } = options
  const today = () => toLocalDate(new Date(now()))
  return createPage({
    workspaces,
    public_url,
    now,
    elapsed,
    today,
    random: randomBytes,
    runAlone,
    openRunner: async (workspace_id, actor) => openRunner(options, { workspace_id, actor, today }),
    countRequest: createRateLimiter({ ...DEVICE_LIMIT, now: elapsed }),
    report,
    readFile: options.readFile,
  })
}

interface RunnerOptions {
  workspace_id: string
  actor: string
  today: () => string
}

/**
 * Returns what runs commands on a workspace alone. Each is run on the connection as it is then: while it waited,
 * others may have closed the file.
 */
export function openRunner(
  { workspaces, createRunner, runAlone }: LocalPageOptions,
  { workspace_id, actor, today }: RunnerOptions,
): CommandRunner {
  const withRunner = <Result>(use: (runner: CommandRunner) => Promise<Result>): Promise<Result> =>
    runAlone(workspace_id, async () =>
      use(await createRunner(connectLocal(workspaces, workspace_id, noDrafts, actor), today())),
    )
  return {
    run: (args) => withRunner((runner) => runner.run(args)),
    preview: (args, read) => withRunner((runner) => runner.preview(args, read)),
    runTogether: (drafted, accept) => withRunner((runner) => runner.runTogether(drafted, accept)),
    readMonth: (month) => withRunner((runner) => runner.readMonth(month)),
    readChangeCounter: () => workspaces.changeCounter(workspace_id),
  }
}

const rejectDrafts = () => Promise.reject(new Error('The page keeps no drafts'))
const noDrafts = { openReviewDrafts: rejectDrafts, openDrafts: rejectDrafts }
