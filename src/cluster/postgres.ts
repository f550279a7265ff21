/**
 * Sends statements to PostgreSQL or an engine that speaks its protocol; the only user of the driver.
 * Each connection is checked when it is opened and thrown away after any error that is not the server's answer.
 * @see docs/scaling.md#connections
 */

import { Socket } from 'node:net'
import pg from 'pg'
import { ApiError } from '../contract/errors.ts'
import { createNamedRunner } from './named-statements.ts'
import type { Parameter, Session, Statement } from './statements.ts'

/** What was found about the server behind a connection. */
export interface ServerState {
  /** True if it only repeats what another server commits. */
  is_standby: boolean
  /** The timeline of the log: a promoted standby begins a higher one. */
  timeline: number
  /** True if a commit waits for a standby. */
  is_synchronous: boolean
}

/** A pool of connections to one database. */
export interface ConnectionPool extends Session {
  /** Runs a statement that may be repeated: on a lost connection once more. @throws ApiError service_unavailable */
  read<Row>(statement: Statement<Row>, values: readonly Parameter[]): Promise<Row[]>
  /** Runs statements that only read, and that all see the same state; on a lost connection once more. */
  readAll<Result>(work: (session: Session) => Promise<Result>): Promise<Result>
  /** Runs statements in one transaction; an error rolls it back. */
  transact<Result>(work: (session: Session) => Promise<Result>): Promise<Result>
  /** Closes every connection. */
  close(): Promise<void>
}

/** The database cannot be used now. */
class DatabaseError extends ApiError {
  /** Why, for the log: it names hosts. */
  readonly reason: string

  constructor(detail: string, reason: string) {
    super('service_unavailable', detail, RETRY_SECONDS)
    this.reason = reason
  }
}

/** The outcome of a statement is unknown: the connection ended, or the server did not answer in time. */
export class ConnectionLostError extends DatabaseError {
  constructor(reason: string) {
    super('the connection to the database of this service was lost', reason)
  }
}

/** No host of the database can be used. */
export class DatabaseUnavailableError extends DatabaseError {
  constructor(reason: string) {
    super('the database of this service cannot be reached', reason)
  }
}

const RETRY_SECONDS = 1

/** What connections are opened with. */
export interface PoolOptions {
  /** One or more hosts: `postgres://user@db1:5432,db2:5432/name`. */
  url: string
  size: number
  /** Milliseconds that a statement, and a new connection, may take. */
  timeout: number
  /** Checks what was found about the server behind a new connection; an error refuses it. */
  onConnect: (state: ServerState) => void
}

/** Returns a pool that opens a connection when every other one is busy. */
export function openPool(options: PoolOptions): ConnectionPool {
  const idle: Connection[] = []
  const waiting: (() => void)[] = []
  let opened = 0
  let isClosed = false

  async function acquire(): Promise<Connection> {
    for (;;) {
      const connection = idle.pop()
      if (connection) {
        connection.keepAlive(true)
        return connection
      }
      if (opened < options.size) {
        opened++
        try {
          return await connect(options)
        } catch (error) {
          release(undefined)
          throw error
        }
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }

  function release(connection: Connection | undefined): void {
    if (connection && !connection.isBroken && !isClosed) {
      connection.keepAlive(false)
      idle.push(connection)
    } else {
      opened--
      connection?.discard()
    }
    waiting.shift()?.()
  }

  async function use<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    if (isClosed) throw new ConnectionLostError('the server is closing')
    const connection = await acquire()
    try {
      return await work(connection)
    } finally {
      release(connection)
    }
  }

  const runOn = createNamedRunner(getSqlState)
  const run: Session['run'] = (statement, values) => use((connection) => runOn(connection, statement, values))
  return {
    run,
    read: (statement, values) => repeatOnce(() => run(statement, values)),
    readAll: (work) => repeatOnce(() => use((connection) => transact(connection, work, BEGIN_FROZEN))),
    transact: (work) => use((connection) => transact(connection, work, BEGIN)),
    async close() {
      isClosed = true
      for (const connection of idle.splice(0)) connection.discard()
    },
  }
}

/** Repeats work once on another connection. */
async function repeatOnce<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isPassing(error) || error instanceof DatabaseUnavailableError) throw error
  }
  try {
    return await work()
  } catch (error) {
    throw isPassing(error) ? new DatabaseUnavailableError(describeFailure(error)) : error
  }
}

async function transact<Result>(
  connection: Connection,
  work: (session: Session) => Promise<Result>,
  begin: Statement<never>,
): Promise<Result> {
  await connection.run(begin, [])
  let result: Result
  try {
    // An unknown name would end the transaction.
    result = await work({ run: ({ text }, values) => connection.run({ text }, values) })
  } catch (error) {
    if (!connection.isBroken) await connection.run(ROLLBACK, []).catch(() => connection.discard())
    throw error
  }
  await connection.run(COMMIT, [])
  return result
}

const BEGIN: Statement<never> = { text: 'BEGIN' }
const BEGIN_FROZEN: Statement<never> = { text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' }
const COMMIT: Statement<never> = { text: 'COMMIT' }
const ROLLBACK: Statement<never> = { text: 'ROLLBACK' }

interface Connection extends Session {
  /** True after an error of the connection itself. */
  readonly isBroken: boolean
  /** Tells whether the process must go on for this connection. */
  keepAlive(isUsed: boolean): void
  discard(): void
}

/** Opens a connection to the first host that is a primary. @throws ApiError service_unavailable when none is */
async function connect(options: PoolOptions): Promise<Connection> {
  const reasons: string[] = []
  for (const url of splitHosts(options.url)) {
    try {
      return await connectToHost(url, options)
    } catch (error) {
      reasons.push(`${new URL(url).host}: ${describeFailure(error)}`)
    }
  }
  throw new DatabaseUnavailableError(reasons.join('; '))
}

function describeFailure(error: unknown): string {
  if (error instanceof DatabaseError) return error.reason
  return error instanceof Error ? error.message : String(error)
}

/**
 * Returns one URL for each host of an address that may name several. The driver verifies certificates in every mode
 * but `disable`, and warns about the names of the weaker ones.
 */
function splitHosts(url: string): string[] {
  const [, scheme = '', user = '', hosts = '', rest = ''] =
    /^(\w+:\/\/)(?:([^@/]*)@)?([^/?]*)(.*)$/s.exec(url) ?? []
  const verified = rest.replace(/\bsslmode=(?:prefer|require|verify-ca)\b/, 'sslmode=verify-full')
  return hosts.split(',').map((host) => `${scheme}${user && `${user}@`}${host}${verified}`)
}

async function connectToHost(url: string, options: PoolOptions): Promise<Connection> {
  const socket = new Socket()
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: options.timeout,
    stream: () => socket,
    keepAlive: true,
    types: { getTypeParser },
    application_name: 'budget',
  })
  const connection = wrapClient(client, socket, options.timeout)
  await client.connect()
  try {
    options.onConnect(await readServerState(connection))
    return connection
  } catch (error) {
    connection.discard()
    throw error
  }
}

/**
 * Reads what only PostgreSQL tells; an engine that replicates by itself has no such functions. Plans are not kept: one
 * made while a table was small would read all of it when it is large.
 */
async function readServerState(connection: Connection): Promise<ServerState> {
  try {
    const [state] = await connection.run(SERVER_STATE, [])
    return state ?? SELF_REPLICATING
  } catch (error) {
    if (getSqlState(error) === UNDEFINED_FUNCTION) return SELF_REPLICATING
    throw error
  }
}

const UNDEFINED_FUNCTION = '42883'
const SELF_REPLICATING: ServerState = { is_standby: false, timeline: 0, is_synchronous: true }

const SERVER_STATE: Statement<ServerState> = {
  text: `SELECT pg_is_in_recovery() AS is_standby,
    current_setting('synchronous_standby_names') <> '' AND current_setting('synchronous_commit') NOT IN ('off', 'local') AS is_synchronous,
    CASE WHEN pg_is_in_recovery() THEN 0
      ELSE ('x' || substring(pg_walfile_name(pg_current_wal_lsn()) FOR 8))::bit(32)::int END AS timeline,
    set_config('plan_cache_mode', 'force_custom_plan', false)`,
}

/** Numbers up to 2⁵³ are enough for every number in the tables. */
const INT8 = 20
const getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === INT8 && format !== 'binary'
    ? Number
    : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser

function wrapClient(client: pg.Client, socket: Socket, timeout: number): Connection {
  let isBroken = false
  const discard = (): void => {
    isBroken = true
    socket.destroy()
  }
  client.on('error', discard)
  client.on('end', discard)
  return {
    get isBroken() {
      return isBroken
    },
    discard,
    keepAlive: (isUsed) => void (isUsed ? socket.ref() : socket.unref()),
    async run<Row>({ text, name }: Statement<Row>, values: readonly Parameter[]): Promise<Row[]> {
      // The driver would wait for an answer that never comes, and a cancelled commit is reported as done.
      const timer = setTimeout(discard, timeout)
      try {
        const { rows } = await client.query<Row & pg.QueryResultRow>({
          text,
          values: [...values],
          ...(name && { name }),
        })
        return rows
      } catch (error) {
        if (getSqlState(error) === READ_ONLY) discard()
        if (isAnswer(error)) throw error
        discard()
        throw new ConnectionLostError(describeFailure(error))
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** The server became a standby. */
const READ_ONLY = '25006'

/** SQLSTATE classes after which the server is still there and the statement had no effect. */
const GONE_CLASSES = ['08', '57']

/** True if the server itself refused the statement, so that it had no effect. */
function isAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !GONE_CLASSES.includes((error.code ?? '').slice(0, 2))
}

/** Refusals that pass: serialization, deadlock, a server that became a standby, or that has too many connections. */
const PASSING_STATES = ['40001', '40P01', READ_ONLY, '53300']

/** True if the same statement may succeed later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof DatabaseError || PASSING_STATES.includes(getSqlState(error) ?? '')

/** Returns the SQLSTATE of a refusal; undefined for any other error. */
export const getSqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined
