/** Serves the counters of a machine under `/metrics`, in the text format of Prometheus. */

import { createServer, type Server } from 'node:http'
import { listen } from './server.ts'

/**
 * Resolves when the port is open.
 * @param render returns the counters as text
 * @throws UserError when the port cannot be opened
 */
export async function serveMetrics(
  render: () => string,
  address: { host: string; port: number },
): Promise<Server> {
  const server = createServer((request, response) => {
    const isFound = request.method === 'GET' && request.url === '/metrics'
    response.writeHead(isFound ? 200 : 404, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' })
    response.end(isFound ? render() : '')
  })
  await listen(server, address)
  return server
}
