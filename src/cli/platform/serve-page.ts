/** Connects the page of `budget serve` to the workspaces of this computer, and to what runs commands on them. */

import { randomBytes } from 'node:crypto'
import type { ServedPage } from '../../command/context.ts'
import type { CreateRunner } from '../../command/runtime.ts'
import type { Device } from '../../contract/ports/devices.ts'
import type { Workspaces } from '../../contract/ports/local-service.ts'
import type { RunAlone } from '../../contract/ports/served-workspaces.ts'
import type { WebPage } from '../../contract/ports/web-page.ts'
import type { WorkOnWorkspace } from '../../page/page-request.ts'
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
  const { openAlone } = await import('../../server/run-alone.ts')
  return createPage({
    workspaces: { ...workspaces, open: (id) => openAlone(workspaces, id, runAlone) },
    public_url,
    now,
    elapsed,
    today: () => readDate(options),
    random: randomBytes,
    useWorkspace: (device, work) => useWorkspace(options, device, work),
    countRequest: createRateLimiter({ ...DEVICE_LIMIT, now: elapsed }),
    report,
    readFile: options.readFile,
  })
}

const readDate = ({ now }: Pick<LocalPageOptions, 'now'>): string => toLocalDate(new Date(now()))

/**
 * Does work on the workspace of a device while nothing else uses it. The connection is the one of then: while the work
 * waited, others may have closed the file.
 */
export const useWorkspace = <Result>(
  options: Pick<LocalPageOptions, 'workspaces' | 'createRunner' | 'runAlone' | 'now'>,
  { workspace_id, name }: Pick<Device, 'workspace_id' | 'name'>,
  work: WorkOnWorkspace<Result>,
): Promise<Result> =>
  options.runAlone(workspace_id, async () => {
    const connection = connectLocal(options.workspaces, workspace_id, noDrafts, name)
    return work(await options.createRunner(connection, readDate(options)), connection.api)
  })

const rejectDrafts = () => Promise.reject(new Error('The page keeps no drafts'))
const noDrafts = { openReviewDrafts: rejectDrafts, openDrafts: rejectDrafts }
