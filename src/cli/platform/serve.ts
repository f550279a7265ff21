/** Serves workspaces over HTTP, and connects commands to a database that many machines serve. */

import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Runtime } from '../../command/runtime.ts'
import type { LogEntry } from '../../server/app.ts'
import { createLocalAssistant } from './serve-assistant.ts'
import { createLocalPage } from './serve-page.ts'
import { getStateDirectory } from './state-directory.ts'

/** Serves the workspaces of this computer. */
export const serve: Runtime['serve'] = async (workspaces, options) => {
  const { log, log_line, page, assistant, createRunner, openContext, readPageFile, public_url, ...address } =
    options
  const { startServer } = await import('../../server/server.ts')
  const { admitLocally } = await import('../../server/admit-locally.ts')
  const { createRunAlone } = await import('../../server/run-alone.ts')
  const clock = { now: Date.now, elapsed: () => performance.now() }
  const logEntry = log && { log: (entry: LogEntry) => log_line(formatLogEntry(entry)) }
  const runAlone = createRunAlone()
  const report = (error: unknown) => log_line(`The page failed: ${String(error)}`)
  const web =
    page && createRunner && readPageFile
      ? await createLocalPage(workspaces, {
          ...page,
          public_url,
          ...clock,
          createRunner,
          runAlone,
          report,
          readFile: readPageFile,
        })
      : undefined
  const answering =
    assistant && openContext
      ? await createLocalAssistant({ workspaces: assistant, openContext, runAlone })
      : undefined
  return startServer(admitLocally(workspaces, runAlone), {
    assistant: answering,
    public_host: public_url?.host,
    ...address,
    ...clock,
    ...logEntry,
    page: web,
  })
}

/** How long a machine goes on after it said that it is no longer ready, so that its load balancer notices. */
const DRAIN_MILLISECONDS = 3000

/** Serves the workspaces of a database. */
export const serveDatabase: Runtime['serveDatabase'] = async ({ database_file, log_line, ...options }) => {
  const { openService } = await import('../../cluster/service.ts')
  const { startServer } = await import('../../server/server.ts')
  const { serveMetrics } = await import('../../server/serve-metrics.ts')
  const url = await readDatabaseAddress(database_file)
  const folder = join(await getStateDirectory(), 'database')
  const service = await openService({ ...options, url, folder, now: Date.now, report: log_line })
  const log = (entry: LogEntry): void => {
    service.metrics.countRequest(entry)
    if (options.log) log_line(formatLogEntry(entry))
  }
  const metrics = options.metrics && (await serveMetrics(service.metrics.render, options.metrics))
  const server = await startServer(service.served, { ...options, now: Date.now, log })
  return {
    url: server.url,
    async close() {
      service.drain()
      await wait(DRAIN_MILLISECONDS)
      await server.close()
      metrics?.close()
      await service.close()
    },
  }
}

/** Connects to a database. */
export const connectDatabase: Runtime['connectDatabase'] = async (file) => {
  const cluster = await import('../../cluster/connect.ts')
  return cluster.connectDatabase({ url: await readDatabaseAddress(file), now: Date.now })
}

async function readDatabaseAddress(file: string | undefined): Promise<string> {
  const { findDatabaseAddress } = await import('../../config/database-address.ts')
  if (file === undefined) return findDatabaseAddress(process.env)
  const { readFile } = await import('./read-file.ts')
  const content = Buffer.from(await readFile(file, { most: MAX_ADDRESS_BYTES })).toString()
  return findDatabaseAddress(process.env, { name: file, content })
}

const MAX_ADDRESS_BYTES = 4096

const formatLogEntry = ({ method, path, status, ms }: LogEntry): string =>
  `${new Date().toISOString()} ${method} ${path} ${status} ${ms} ms`
