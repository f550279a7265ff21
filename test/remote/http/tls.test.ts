/** Tests TLS and proxies: certificates, tunnels and NO_PROXY. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { UserError } from '../../../src/contract/errors.ts'
import { canary, openTestClient, rejection } from '../../support/http-service.ts'
import { type Behaviour, canCertify, withProxy, withSecureService } from '../../support/tls-service.ts'

const untrusted = (port: number, why: string) => ({
  name: 'NetworkError',
  mayHaveApplied: false,
  message: expect.stringContaining(`Cannot reach https://localhost:${port}: ${why}`),
})

// The test needs openssl to create certificates.
describe.skipIf(!canCertify)('a service behind TLS', () => {
  test('is trusted by the certificates that were named for it', async () => {
    await withSecureService({}, async ({ port, certificate, heard }) => {
      const { client } = openTestClient(`https://localhost:${port}`, { ca_file: certificate })
      expect(await client.listMerchants({})).toEqual({ merchants: [] })
      expect(heard).toEqual([`Bearer ${canary}`])
    })
  })

  test.each([
    ['vouches for itself', {}, false, 'its certificate is not signed by a trusted authority'],
    [
      'has the certificate of another host',
      { host: 'budget.test' },
      true,
      'its certificate is for a different host',
    ],
    ['has a certificate that ended yesterday', { days: -1 }, true, 'its certificate has expired'],
  ])('that %s is asked once, and hears no key', async (_, certified, isNamed, why) => {
    await withSecureService(certified, async (service) => {
      const { port, certificate, heard } = service
      const { client } = openTestClient(`https://localhost:${port}`, isNamed ? { ca_file: certificate } : {})
      expect(await rejection(client.createMerchant({ body: { name: 'Kiosk' } }))).toMatchObject(
        untrusted(port, why),
      )
      expect({ heard, connections: service.connections }).toEqual({ heard: [], connections: 1 })
    })
  })

  test('is not trusted because another one is', async () => {
    await withSecureService({}, async ({ certificate }) => {
      await withSecureService({}, async ({ port, heard }) => {
        const { client } = openTestClient(`https://localhost:${port}`, { ca_file: certificate })
        expect(await rejection(client.listMerchants({}))).toMatchObject({ mayHaveApplied: false })
        expect(heard).toEqual([])
      })
    })
  })

  describe('where the environment turns checking off', () => {
    afterEach(() => {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    })

    test('is checked all the same', async () => {
      process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
      await withSecureService({}, async ({ port, heard }) => {
        const { client } = openTestClient(`https://localhost:${port}`)
        expect(await rejection(client.listMerchants({}))).toMatchObject(
          untrusted(port, 'its certificate is not signed'),
        )
        expect(heard).toEqual([])
      })
    })
  })

  test('is not asked when its certificates cannot be read', async () => {
    await withSecureService({}, async ({ port, folder, heard }) => {
      const garbage = join(folder, 'garbage.pem')
      writeFileSync(garbage, 'garbage')
      const failures = [garbage, join(folder, 'nowhere.pem')].map((ca_file) =>
        rejection(openTestClient(`https://localhost:${port}`, { ca_file }).client.listMerchants({})),
      )
      expect((await Promise.all(failures)).map(({ message }) => message)).toEqual([
        `No certificate found in "${garbage}"`,
        `Cannot read the certificates in "${join(folder, 'nowhere.pem')}"`,
      ])
      expect(heard).toEqual([])
    })
  })
})

describe.skipIf(!canCertify)('a service behind a proxy', () => {
  const host = 'budget.test'
  const service = `https://${host}`
  const password = 'hunter2-hunter2'
  const credentials = `Basic ${Buffer.from(`me:${password}`).toString('base64')}`
  const named = (port: number) => ({ HTTPS_PROXY: `http://me:${password}@127.0.0.1:${port}` })

  test('is spoken to through a tunnel, of which the proxy learns where it leads', async () => {
    await withSecureService({ host }, async ({ port, certificate, heard }) => {
      await withProxy({ to: port }, async (proxy) => {
        const { client } = openTestClient(service, { env: named(proxy.port), ca_file: certificate })
        expect(await client.listMerchants({})).toEqual({ merchants: [] })
        expect(await client.listMerchants({})).toEqual({ merchants: [] })
        expect(heard).toEqual([`Bearer ${canary}`, `Bearer ${canary}`])
        expect(new Set(proxy.heard)).toEqual(new Set([`CONNECT ${host}:443 ${credentials}`]))
        await client.close()
      })
    })
  })

  test('hears no key when the tunnel leads to somebody else', async () => {
    await withSecureService({ host: 'evil.test' }, async ({ port, certificate, heard }) => {
      await withProxy({ to: port }, async (proxy) => {
        const { client } = openTestClient(service, { env: named(proxy.port), ca_file: certificate })
        expect(await rejection(client.listMerchants({}))).toMatchObject({ mayHaveApplied: false })
        expect({ heard, tunnels: proxy.heard.length }).toEqual({ heard: [], tunnels: 1 })
      })
    })
  })

  test.each<[string, Behaviour, string]>([
    ['wants other credentials', { status: 407 }, 'it responds with HTTP 407'],
    ['does not reach the service', { status: 502 }, 'it responds with HTTP 502'],
    ['hangs up', 'hangs up', 'the connection was closed'],
  ])('that %s gets nothing, after four attempts', async (_, behaviour, why) => {
    await withProxy(behaviour, async (proxy) => {
      const { client, events } = openTestClient(service, { env: named(proxy.port) })
      const error = await rejection(client.createMerchant({ body: { name: 'Kiosk' } }))
      const shown = `http://127.0.0.1:${proxy.port}`
      expect(error).toMatchObject({
        mayHaveApplied: false,
        message: `Cannot reach ${service}: the proxy ${shown} failed: ${why}`,
      })
      expect(proxy.heard).toHaveLength(4)
      expect(inspect([error, events], { depth: 20, showHidden: true })).not.toContain(password)
    })
  })

  test('is not reached by a proxy that is not there, which is named without its password', async () => {
    let port = 0
    await withProxy('hangs up', async (proxy) => {
      port = proxy.port
    })
    const error = await rejection(openTestClient(service, { env: named(port) }).client.listMerchants({}))
    const message = `Cannot reach ${service}: the proxy http://127.0.0.1:${port} failed: connection refused`
    expect(error).toMatchObject({ mayHaveApplied: false, message })
  })
})

describe('a proxy', () => {
  const unusable: Behaviour = { status: 500 }

  test.skipIf(!canCertify)('is not asked about a service on this machine', async () => {
    await withSecureService({}, async ({ port, certificate }) => {
      await withProxy(unusable, async (proxy) => {
        const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` }
        const { client } = openTestClient(`https://localhost:${port}`, { env, ca_file: certificate })
        expect(await client.listMerchants({})).toEqual({ merchants: [] })
        expect(proxy.connections).toBe(0)
      })
    })
  })

  test.each(['budget.invalid', '.invalid', '*', 'other.test,budget.invalid:443'])(
    'is not asked about a host that NO_PROXY=%s leaves out',
    async (NO_PROXY) => {
      await withProxy(unusable, async (proxy) => {
        const env = { https_proxy: `127.0.0.1:${proxy.port}`, NO_PROXY }
        const { client } = openTestClient('https://budget.invalid', { env })
        expect(await rejection(client.listMerchants({}))).toMatchObject({ mayHaveApplied: false })
        expect(proxy.connections).toBe(0)
      })
    },
  )

  test.each(['ftp://proxy.test', 'socks5://me:hunter2@proxy.test', 'http://'])(
    'cannot be at %s',
    (HTTPS_PROXY) => {
      expect(() => openTestClient('https://budget.test', { env: { HTTPS_PROXY } })).toThrow(
        new UserError('invalid', 'The value of HTTPS_PROXY is not a valid proxy address', {
          hint: 'Use HTTPS_PROXY=http://proxy.example.com:3128',
        }),
      )
    },
  )
})
