/** Tests the durations, sizes and addresses that `budget serve` takes. */

import { describe, expect, test } from 'vitest'
import { findDatabaseAddress } from '../../src/config/database-address.ts'
import { parseDuration, parseHostAndPort, parseSize } from '../../src/setup/serve-options.ts'

test('durations and sizes have a unit', () => {
  expect(['30s', '5m', '1h'].map(parseDuration)).toEqual([30, 300, 3600])
  expect(['500MB', '1GB', '2gb'].map(parseSize)).toEqual([5e8, 1e9, 2e9])
  for (const text of ['', '30', 's', '-1s', '1.5h', '30 s'])
    expect(() => parseDuration(text)).toThrow('duration')
  for (const text of ['', '1', 'GB', '1KB', '-1GB']) expect(() => parseSize(text)).toThrow('size')
})

test('an address has a host and a port', () => {
  expect(parseHostAndPort('127.0.0.1:9090')).toEqual({ host: '127.0.0.1', port: 9090 })
  expect(parseHostAndPort('[::1]:9090')).toEqual({ host: '::1', port: 9090 })
  for (const text of ['', '9090', ':9090', 'host', 'host:', 'host:70000', '::1:9090'])
    expect(() => parseHostAndPort(text)).toThrow('address')
})

describe('the address of the database', () => {
  const address = 'postgres://budget@db1,db2:5433/budget'

  test('comes from the environment, or from a file', () => {
    expect(findDatabaseAddress({ BUDGET_DATABASE_URL: `${address}\n` })).toBe(address)
    expect(findDatabaseAddress({}, { name: 'address', content: `${address}\n` })).toBe(address)
  })

  test.each(['', 'mysql://host/name', 'postgres://host', 'postgres:///name', 'postgres://host/two words'])(
    '%j is none',
    (text) => {
      expect(() => findDatabaseAddress({ BUDGET_DATABASE_URL: text })).toThrow('BUDGET_DATABASE_URL')
    },
  )

  test('is never in an error', () => {
    const content = 'mysql://budget:hunter2@host/name'
    expect(() => findDatabaseAddress({}, { name: 'address', content })).toThrow(
      /^"address" is not the address of a database$/,
    )
  })
})
