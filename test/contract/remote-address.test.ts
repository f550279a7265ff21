/** Tests the validation of addresses, keys and ids of a remote service. */

import { expect, test } from 'vitest'
import { UserError } from '../../src/contract/errors.ts'
import { assertApiKeyFormat, isValidId, parseBaseUrl } from '../../src/contract/remote-address.ts'

test.each([
  ['https://budget.example.com', 'https://budget.example.com/'],
  ['https://budget.example.com:8443/api', 'https://budget.example.com:8443/api'],
  ['http://127.0.0.1:8787', 'http://127.0.0.1:8787/'],
  ['http://127.9.9.9:8787', 'http://127.9.9.9:8787/'],
  ['http://[::1]:8787', 'http://[::1]:8787/'],
  ['http://localhost:8787', 'http://localhost:8787/'],
  ['http://budget.localhost:8787', 'http://budget.localhost:8787/'],
  // Both are 127.0.0.1 in another notation.
  ['http://2130706433', 'http://127.0.0.1/'],
  ['http://①②⑦.0.0.1', 'http://127.0.0.1/'],
])('%s may be the address of a service', (text, href) => {
  expect(parseBaseUrl(text).href).toBe(href)
})

test.each([
  'http://budget.example.com',
  'http://127.0.0.1.evil.com',
  'http://localhost.evil.com',
  'http://127.0.0.1@evil.com',
  'https://user:password@budget.example.com',
  'https://budget.example.com/?key=1',
  'https://budget.example.com/#top',
  'http://0.0.0.0:8787',
  'https://0.0.0.0',
  'http://[::ffff:127.0.0.1]:8787',
  'ftp://127.0.0.1',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'budget.example.com',
  '',
])('%s may not be the address of a service', (text) => {
  expect(() => parseBaseUrl(text)).toThrow(UserError)
})

test('a refused address does not show the password in it', () => {
  expect(() => parseBaseUrl('https://user:hunter2@budget.example.com')).toThrow(
    'The base URL "budget.example.com" contains a user name; use `budget auth login` for the key',
  )
})

test.each(['short', 'with blank inside', 'line\r\nbreak: 1', 'euro-€-sign', 'x'.repeat(513), ''])(
  '%j cannot be a key, and is not shown',
  (key) => {
    expect(() => assertApiKeyFormat(key)).toThrow(
      'The API key must be 8 to 512 visible ASCII characters without spaces',
    )
  },
)

test('an id is made of letters, digits and a few signs, and not of dots alone', () => {
  expect(['acc_1', 'a.b', '2026-11', 'a:b~c'].map(isValidId)).toEqual([true, true, true, true])
  expect(['', '.', '..', 'a/b', 'a%2f', 'a b', 'é', 'x'.repeat(129)].some(isValidId)).toBe(false)
})
