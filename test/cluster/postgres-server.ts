/** Starts PostgreSQL servers for tests: a primary, and a standby that it waits for. */

import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A server that runs. */
export interface PostgresServer {
  url: string
  port: number
  folder: string
  /** Stops at once, as a power failure does. */
  kill(): Promise<void>
  /** Starts again after it was killed. */
  restart(): Promise<void>
  /** Makes a standby the primary. */
  promote(): void
  remove(): Promise<void>
}

/** The directory of PostgreSQL's programs; undefined where it is not installed. */
export const postgresBin = findPostgres()

function findPostgres(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

/** PostgreSQL refuses to run as root. */
const owner: { uid?: number; gid?: number } = process.getuid?.() === 0 ? getPostgresUser() : {}

function getPostgresUser(): { uid: number; gid: number } {
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

const program = (name: string): string => join(postgresBin ?? '', name)
const run = (name: string, args: string[]): string =>
  execFileSync(program(name), args, {
    ...owner,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
  })

/** Returns a port that was free a moment ago. */
export const findFreePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'budget-postgres-'))
  if (owner.uid !== undefined) execFileSync('chown', [`${owner.uid}:${owner.gid}`, folder])
  chmodSync(folder, 0o700)
  return folder
}

const settings = (port: number, folder: string, isDurable: boolean): string => `
port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = '${folder}'
fsync = ${isDurable ? 'on' : 'off'}
max_connections = 200
shared_buffers = 64MB
wal_keep_size = 256MB
hot_standby = on
log_min_messages = fatal
`

/** Starts a primary. `isDurable` writes each commit to the disk. */
export async function startPrimary(isDurable = false): Promise<PostgresServer> {
  const folder = createFolder()
  const data = join(folder, 'data')
  run('initdb', ['-D', data, '-U', 'budget', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'])
  const port = await findFreePort()
  appendFileSync(join(data, 'postgresql.conf'), settings(port, folder, isDurable))
  return start(folder, port)
}

/** Starts a standby that `primary` waits for at each commit from now on. */
export async function startStandby(primary: PostgresServer, isDurable = false): Promise<PostgresServer> {
  const folder = createFolder()
  const data = join(folder, 'data')
  run('pg_basebackup', [
    '-h',
    '127.0.0.1',
    '-p',
    String(primary.port),
    '-U',
    'budget',
    '-D',
    data,
    '--no-sync',
    '-c',
    'fast',
  ])
  const port = await findFreePort()
  writeFileSync(join(data, 'standby.signal'), '')
  appendFileSync(
    join(data, 'postgresql.conf'),
    `${settings(port, folder, isDurable)}primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=budget application_name=standby'\n`,
  )
  const standby = await start(folder, port)
  query(primary, "ALTER SYSTEM SET synchronous_standby_names = 'standby'")
  query(primary, 'SELECT pg_reload_conf()')
  while (!query(primary, 'SELECT sync_state FROM pg_stat_replication').includes('sync')) await wait(50)
  return standby
}

/** Runs SQL on a server; returns its rows as text. */
export const query = ({ port }: Pick<PostgresServer, 'port'>, sql: string): string =>
  run('psql', ['-h', '127.0.0.1', '-p', String(port), '-U', 'budget', '-d', 'postgres', '-Atc', sql]).trim()

async function start(folder: string, port: number): Promise<PostgresServer> {
  const data = join(folder, 'data')
  let end = launch(data)
  const server = {
    url: `postgres://budget@127.0.0.1:${port}/postgres`,
    port,
    folder,
    kill: () => end(),
    async restart() {
      end = launch(data)
      await waitUntilReady(server)
    },
    promote: () => void run('pg_ctl', ['-D', data, 'promote']),
    async remove() {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await waitUntilReady(server)
  return server
}

/** Starts a server's process; returns what ends it at once. */
function launch(data: string): () => Promise<void> {
  const child = spawn(program('postgres'), ['-D', data], { ...owner, stdio: 'ignore', cwd: '/' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return async () => {
    child.kill('SIGQUIT')
    await ended
  }
}

async function waitUntilReady(server: Pick<PostgresServer, 'port'>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      query(server, 'SELECT 1')
      return
    } catch (error) {
      if (tries > 200) throw error
      await wait(50)
    }
  }
}
