/** Runs a TLS service with a test certificate, and a proxy in front of it. */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** True if openssl is available. */
export const canCertify = ((): boolean => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

/** The files of a private key and its certificate. */
interface Certified {
  key: string
  certificate: string
}

/** Creates a self-signed certificate for a host that expires in this many days. */
function certify(folder: string, host: string, days: number): Certified {
  const [key, request, certificate, names] = ['key', 'csr', 'pem', 'ext'].map((end) =>
    join(folder, `${host}.${end}`),
  ) as [string, string, string, string] // One file per extension.
  const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'ignore' })
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl('req', '-new', ...curve, '-keyout', key, '-out', request, '-subj', `/CN=${host}`)
  writeFileSync(names, `subjectAltName=DNS:${host}`)
  const lifetime = ['-days', String(days), '-extfile', names]
  openssl('x509', '-req', '-in', request, '-signkey', key, ...lifetime, '-out', certificate)
  return { key, certificate }
}

/** What came to a service or a proxy. */
interface Visits {
  port: number
  connections: number
  /** What was asked: of a service the keys, of a proxy its request line and credentials. */
  heard: string[]
}

export interface SecureService extends Visits {
  /** The file with its certificate. */
  certificate: string
  folder: string
}

async function listening(server: Server, visits: Visits): Promise<() => void> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    visits.connections++
    sockets.add(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  visits.port = (server.address() as AddressInfo).port // a port was listened on
  return () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

/** Runs a test against a service that has no merchants and whose certificate is for `host`. */
export async function withSecureService(
  { host = 'localhost', days = 1 }: { host?: string; days?: number },
  test: (service: SecureService) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  const { key, certificate } = certify(folder, host, days)
  const service = { port: 0, connections: 0, heard: [] as string[], certificate, folder }
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) })
  server.on('request', ({ headers }, response: ServerResponse) => {
    service.heard.push(headers.authorization ?? '')
    response.setHeader('content-type', 'application/json').end('{"data":{"merchants":[],"accounts":[]}}')
  })
  const close = await listening(server, service)
  try {
    await test(service)
  } finally {
    close()
    rmSync(folder, { recursive: true })
  }
}

/** What a proxy does when it is asked for a tunnel: opens one to a port, answers with a status, or hangs up. */
export type Behaviour = { to: number } | { status: number } | 'hangs up'

/** Runs a test with a proxy. */
export async function withProxy(behaviour: Behaviour, test: (proxy: Visits) => Promise<void>): Promise<void> {
  const proxy: Visits = { port: 0, connections: 0, heard: [] }
  const server = createHttpServer()
  server.on('connect', ({ url, headers }, socket: Socket) => {
    proxy.heard.push(`CONNECT ${url} ${headers['proxy-authorization'] ?? ''}`.trim())
    if (behaviour === 'hangs up') return void socket.destroy()
    if ('status' in behaviour) return void socket.end(`HTTP/1.1 ${behaviour.status} No\r\n\r\n`)
    const tunnel = connect(behaviour.to, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Established\r\n\r\n')
      socket.pipe(tunnel).pipe(socket)
    })
    tunnel.on('error', () => socket.destroy())
    socket.on('error', () => tunnel.destroy())
  })
  const close = await listening(server, proxy)
  try {
    await test(proxy)
  } finally {
    close()
  }
}
