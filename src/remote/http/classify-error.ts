/**
 * Classifies failed attempts: whether the service applied the request, and whether it may be repeated.
 * @see docs/http-client.md#failure-classes
 */

/**
 * - `not_sent`: the service did nothing
 * - `untrusted`: the service did nothing and is not the expected one; never repeated
 * - `refused`: the service refused the request, without effect
 * - `limited`: too many requests, without effect
 * - `ambiguous`: may have been applied
 * - `broken`: may have been applied, but a repetition would end the same way: the response breaks the contract
 */
export type FailureClass = 'not_sent' | 'untrusted' | 'refused' | 'limited' | 'ambiguous' | 'broken'

const connectSyscalls = new Set(['connect', 'getaddrinfo'])
const NO_TUNNEL_CODE = 'ERR_NO_TUNNEL'
const connectErrorCodes = new Set(['UND_ERR_CONNECT_TIMEOUT', 'EAI_AGAIN', NO_TUNNEL_CODE])
const CERTIFICATE_CODE = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|UND_ERR_PRX_TLS|EPROTO$)/
const refusedStatuses = new Set([400, 401, 403, 404, 405, 409, 412, 413, 415, 422])

/** Returns the class of an error thrown before a response; undefined for a bug of ours. */
export function classifyError(error: unknown): FailureClass | undefined {
  const { code, syscall, errors } = readErrorFields(error)
  if (code === '' || code === 'UND_ERR_INVALID_ARG') return undefined
  if (CERTIFICATE_CODE.test(code)) return 'untrusted'
  // A host with several addresses fails with the errors of all of them.
  if (errors.length > 0)
    return errors.every((cause) => classifyError(cause) === 'not_sent') ? 'not_sent' : 'ambiguous'
  if (connectSyscalls.has(syscall) || connectErrorCodes.has(code)) return 'not_sent'
  return code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' ? 'broken' : 'ambiguous'
}

/** Returns the class of a response's status; undefined for success. */
export function classifyStatus(status: number): FailureClass | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status === 429) return 'limited'
  if (refusedStatuses.has(status)) return 'refused'
  // Redirects are never followed: the key is for this service only. docs/http-client.md#row-31
  return status >= 300 && status < 400 ? 'broken' : 'ambiguous'
}

/** Returns the fields of an error. Network errors have a code; responses that are not HTTP have none. */
function readErrorFields(error: unknown): { code: string; syscall: string; errors: unknown[] } {
  const { name, code, syscall, errors } = Object(error) as Partial<
    Record<'name' | 'code' | 'syscall' | 'errors', unknown>
  > // any of them may be missing
  const isParser = name === 'HTTPParserError'
  return {
    code: toText(code) || (isParser ? 'HPE' : ''),
    syscall: toText(syscall),
    errors: Array.isArray(errors) ? errors : [],
  }
}

const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** Returns the error for a proxy that opened no tunnel: nothing was sent. */
export const createTunnelError = (message: string, cause: Error): Error =>
  Object.assign(new Error(message, { cause }), { code: NO_TUNNEL_CODE })

/** Returns why the network failed, as text for the user. */
export function describeNetworkError(error: unknown): string {
  const { code, errors } = readErrorFields(error)
  const reason = reasonByCode[code] ?? (errors.length > 0 ? describeNetworkError(errors[0]) : undefined)
  return reason ?? (error instanceof Error ? error.message : String(error))
}

const UNTRUSTED_CERTIFICATE =
  'its certificate is not signed by a trusted authority; to trust it, use `budget profile add --ca-file`'

const reasonByCode: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'the host name could not be resolved',
  EHOSTUNREACH: 'no route to host',
  ENETUNREACH: 'the network is unreachable',
  ECONNRESET: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_HEADERS_TIMEOUT: 'the request timed out',
  UND_ERR_BODY_TIMEOUT: 'the response timed out partway',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED_CERTIFICATE,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED_CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED_CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED_CERTIFICATE,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for a different host',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'its response is larger than 32 MiB',
}
