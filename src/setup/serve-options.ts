/** Parses the durations, sizes and addresses of `budget serve`. */

import { UserError } from '../contract/errors.ts'
import { parseBaseUrl } from '../contract/remote-address.ts'

const SECONDS_BY_UNIT = { s: 1, m: 60, h: 3600 } as const
const BYTES_BY_UNIT = { MB: 1e6, GB: 1e9 } as const
const MAX_PORT = 65535

/** Returns the seconds of a duration such as `30s`. @throws UserError */
export function parseDuration(text: string): number {
  const [, count, unit] = /^(\d{1,6})([smh])$/.exec(text) ?? []
  if (count === undefined || unit === undefined)
    throw new UserError('invalid', `"${text}" is not a duration`, { hint: 'Use a form like 30s, 5m or 1h' })
  return Number(count) * SECONDS_BY_UNIT[unit as keyof typeof SECONDS_BY_UNIT] // the expression allows no other unit
}

/** Returns the bytes of a size such as `1GB`. @throws UserError */
export function parseSize(text: string): number {
  const [, count, unit] = /^(\d{1,6})(MB|GB)$/i.exec(text) ?? []
  if (count === undefined || unit === undefined)
    throw new UserError('invalid', `"${text}" is not a size`, { hint: 'Use a form like 500MB or 1GB' })
  return Number(count) * BYTES_BY_UNIT[unit.toUpperCase() as keyof typeof BYTES_BY_UNIT] // the expression allows no other unit
}

/** Returns the host and the port of an address such as `127.0.0.1:9090` or `[::1]:9090`. @throws UserError */
export function parseHostAndPort(text: string): { host: string; port: number } {
  const [, host, port] = /^(?:\[([^\]]+)\]|[^:]+)?:(\d{1,5})$/.exec(text) ?? []
  const name = host ?? text.replace(/:\d+$/, '')
  if (port === undefined || name === '' || Number(port) > MAX_PORT)
    throw new UserError('invalid', `"${text}" is not an address`, { hint: 'Use a form like 127.0.0.1:9090' })
  return { host: name, port: Number(port) }
}

/** Returns the address of the page: https, or http to this machine, and no path. @throws UserError */
export function parsePublicUrl(text: string): URL {
  const url = parseBaseUrl(text)
  if (url.pathname === '/') return url
  throw new UserError('invalid', `The address ${JSON.stringify(url.origin)} must have no path`, {
    hint: `Use ${url.origin}; the page needs a host of its own`,
  })
}
