/** Tests that redirects are not followed. */

import { describe, expect, test } from 'vitest'
import type { BudgetApi } from '../../../src/contract/api.ts'
import { openTestClient, raw, rejection, withService } from '../../support/http-service.ts'

// docs/reliability.md#t13
const statuses = [300, 301, 302, 303, 304, 305, 307, 308]
const requests: Record<string, (api: BudgetApi) => Promise<unknown>> = {
  GET: (api) => api.getMerchant({ merchant_id: 'mer_1' }),
  POST: (api) => api.createMerchant({ body: { name: 'Kiosk' } }),
  PATCH: (api) => api.updateMerchant({ merchant_id: 'mer_1', body: { name: 'Kiosk' } }),
  DELETE: (api) => api.deleteMerchant({ merchant_id: 'mer_1' }),
}
const places: Record<string, (there: string) => string> = {
  'another path here': () => '/elsewhere',
  'another port': (there) => there,
  'another name of this host': (there) => there.replace('127.0.0.1', 'localhost'),
  'another scheme': (there) => there.replace('http:', 'https:'),
  'a place without a scheme': (there) => there.replace('http:', ''),
}
const cases = statuses.flatMap((status) =>
  Object.keys(requests).flatMap((method) => Object.keys(places).map((place) => ({ status, method, place }))),
)

describe('a service that sends us elsewhere', () => {
  test.each(cases)(
    'with $status is not followed to $place by a $method',
    async ({ status, method, place }) => {
      await withService([raw('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')], async (there) => {
        const location = places[place]?.(`${there.url}/`)
        const away = raw(`HTTP/1.1 ${status} Moved\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`)
        await withService([away], async ({ url, seen }) => {
          const error = await rejection(Promise.resolve(requests[method]?.(openTestClient(url).client)))
          expect(error).toMatchObject({ name: method === 'GET' ? 'internal_error' : 'NetworkError' })
          expect({ here: seen.length, there: there.seen }).toEqual({ here: 1, there: [] })
        })
      })
    },
  )
})
