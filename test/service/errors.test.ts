/**
 * Tests every error of the service to the word, both ways; a refused request changes nothing.
 * @see docs/spec.md#d-validation
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenedService, serviceKinds } from './describe-both-ways.ts'
import { meaningless } from './errors/invalid-values.ts'
import { conflicts, notFound, unknownIds } from './errors/lookups.ts'
import { malformedValues } from './errors/malformed.ts'
import { order } from './errors/order.ts'
import type { Refusal } from './errors/rejected.ts'
import { createSampleBudget, fillIds, type IdsByName } from './sample-budget.ts'

const kinds: [title: string, id: string, name: string, refusals: Refusal[]][] = [
  ['a malformed value is a bad request', '400', 'bad_request', malformedValues],
  ['an unknown id in a body or query is a bad request', '400', 'bad_request', unknownIds],
  ['what cannot be meant is a bad request', '400', 'bad_request', meaningless],
  ['of several faults the first in order is told', '400', 'bad_request', order],
  ['what a path names and does not exist is not found', '404', 'not_found', notFound],
  ['a name that is taken is a conflict', '409', 'conflict', conflicts],
]

describe.each(serviceKinds)('$name', ({ open }) => {
  let opened: OpenedService
  let named: IdsByName
  beforeAll(async () => {
    opened = await open()
    named = await createSampleBudget(opened)
  })
  afterAll(() => opened.close())

  async function everything(): Promise<unknown[]> {
    const { raw } = opened
    const paths = ['/accounts?include_closed=true', '/transactions?limit=500', '/categories', '/merchants']
    const months = ['/months/2026-10', '/months/2026-11', '/months/2026-12']
    const rows = ['single', 'split', 'transfer', 'deleted', 'orphan'].map(
      (name) => `/transactions/${named[name]}`,
    )
    return Promise.all([...paths, ...months, ...rows].map((path) => raw('GET', path)))
  }

  describe.each(kinds)('%s', (_, id, name, refusals) => {
    test.each(refusals)('%s: %s', async (call, detail, body) => {
      const before = await everything()
      const [method = '', path = ''] = fillIds(call, named).split(' ')
      const answer = await opened.raw(method, path, body === undefined ? undefined : fillIds(body, named))
      expect(answer).toEqual({
        status: Number(id),
        body: { error: { id, name, detail: fillIds(detail, named) } },
      })
      expect(await everything()).toEqual(before)
    })
  })
})
