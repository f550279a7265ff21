/** Tests the classes of network errors and statuses. */

import { describe, expect, test } from 'vitest'
import {
  classifyError,
  classifyStatus,
  describeNetworkError,
} from '../../../src/remote/http/classify-error.ts'

const failure = (fields: object): Error => Object.assign(new Error('failed'), fields)

describe('an error before any answer', () => {
  test.each([
    ['not_sent', { code: 'ECONNREFUSED', syscall: 'connect' }],
    ['not_sent', { code: 'ECONNRESET', syscall: 'connect' }],
    ['not_sent', { code: 'ENOTFOUND', syscall: 'getaddrinfo' }],
    ['not_sent', { code: 'EAI_AGAIN', syscall: 'getaddrinfo' }],
    ['not_sent', { code: 'UND_ERR_CONNECT_TIMEOUT' }],
    ['untrusted', { code: 'CERT_HAS_EXPIRED' }],
    ['untrusted', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }],
    ['untrusted', { code: 'SELF_SIGNED_CERT_IN_CHAIN' }],
    ['untrusted', { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }],
    ['untrusted', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
    ['untrusted', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }],
    ['ambiguous', { code: 'ECONNRESET', syscall: 'read' }],
    ['ambiguous', { code: 'EPIPE', syscall: 'write' }],
    ['ambiguous', { code: 'UND_ERR_SOCKET' }],
    ['ambiguous', { code: 'UND_ERR_HEADERS_TIMEOUT' }],
    ['ambiguous', { code: 'UND_ERR_BODY_TIMEOUT' }],
    ['ambiguous', { code: 'HPE_INVALID_CONSTANT' }],
    ['ambiguous', { code: 23, name: 'TimeoutError' }],
    ['broken', { code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' }],
    [undefined, { code: 'UND_ERR_INVALID_ARG' }],
    [undefined, {}],
  ])('is %s for %j', (expected, fields) => {
    expect(classifyError(failure(fields))).toBe(expected)
  })

  test('was not sent when every address of the host failed to connect', () => {
    const v4 = failure({ code: 'ECONNREFUSED', syscall: 'connect' })
    const v6 = failure({ code: 'ENETUNREACH', syscall: 'connect' })
    const all = Object.assign(new AggregateError([v4, v6]), { code: 'ECONNREFUSED' })
    expect(classifyError(all)).toBe('not_sent')
    expect(describeNetworkError(all)).toBe('connection refused')
  })
})

test.each([
  [undefined, [200, 201, 204]],
  ['refused', [400, 401, 403, 404, 405, 409, 413, 415, 422]],
  ['limited', [429]],
  ['ambiguous', [408, 418, 500, 502, 503, 504]],
  ['broken', [301, 302, 303, 307, 308]],
])('an answer is %s for the statuses %j', (expected, statuses) => {
  expect(statuses.map(classifyStatus)).toEqual(statuses.map(() => expected))
})
