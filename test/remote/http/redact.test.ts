/** Tests masking keys in text. */

import { expect, test } from 'vitest'
import { createLogRedactor, createSecretMask, toExcerpt } from '../../../src/remote/http/redact.ts'

const key = 'secret/key+0123456789'
const redact = createLogRedactor(createSecretMask(key, ['hunter2']))

test.each([
  `Authorization: Bearer ${key}`,
  `?key=${encodeURIComponent(key)}`,
  `Basic ${Buffer.from(key).toString('base64')}`,
  `Basic ${Buffer.from(key).toString('base64url')}`,
  'authorization: bearer some-other-token',
])('nothing of a key is left in %j', (text) => {
  expect(redact(text)).not.toMatch(/secret|c2VjcmV0|other-token/)
})

test('another secret is hidden whole', () => {
  expect(redact('http://me:hunter2@proxy.test')).toBe('http://me:***@proxy.test')
})

test('a key is hidden in JSON without harm to it', () => {
  const [hide, awkward] = [createSecretMask('say"it\\loud'), 'say"it\\loud']
  expect(JSON.parse(hide(JSON.stringify({ notes: [awkward, 'Bearer bonds'] })))).toEqual({
    notes: ['***loud', 'Bearer bonds'],
  })
})

test('a text without a key stays as it is', () => {
  expect(redact('No account called "Bearer"')).toBe('No account called "Bearer"')
})

test('an excerpt is one printable line of at most 200 characters', () => {
  expect(toExcerpt('\u001b[31m<h1>Bad\r\n\tGateway</h1>\u202e')).toBe('[31m<h1>Bad Gateway</h1>')
  expect(toExcerpt('x'.repeat(5000))).toHaveLength(200)
})
