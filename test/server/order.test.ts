/** Tests the order of the checks of a request. */

import { describe, expect, test } from 'vitest'
import { refusal, toStatusAndBody, withServer } from '../support/running-server.ts'

const needsKey = refusal(401, 'unauthorized', 'a valid API key is needed')
const noEndpoint = refusal(404, 'not_found', 'endpoint not found')
const MEBIBYTE = 1024 * 1024

// docs/spec.md#d01, docs/spec.md#call-sequences
describe('of everything wrong with a request, the first is said', () => {
  test('a key is asked for before anything is looked up', async () => {
    await withServer(async ({ send, workspaces, root, key }) => {
      const { id, key: revoked } = workspaces.createKey({ name: null, can: 'write', workspace_id: null })
      workspaces.revokeKey(id)
      const without = await send('GET', '/nowhere', { key: null })
      expect(without.headers.get('www-authenticate')).toBe('Bearer')
      expect(without.headers.get('content-type')).toBe('application/json; charset=utf-8')
      for (const answer of [
        without,
        await send('GET', `${root}/accounts`, { key: revoked }),
        await send('GET', `${root}/accounts`, { key: 'bgt_unknown' }),
        await send('GET', `${root}/accounts`, { key: null, headers: { authorization: `Basic ${key}` } }),
        await send('GET', `${root}/accounts`, { key: null, headers: { authorization: 'Bearer' } }),
        await send('GET', `${root}/accounts`, {
          key: null,
          headers: { authorization: `Bearer ${key} more` },
        }),
      ]) {
        expect(toStatusAndBody(answer)).toEqual(needsKey)
      }
    })
  })

  test('the scheme of the key may be written in any case', async () => {
    await withServer(async ({ send, root, key }) => {
      const answer = await send('GET', `${root}/accounts`, {
        key: null,
        headers: { authorization: `bEARER ${key}` },
      })
      expect(toStatusAndBody(answer)).toEqual({ status: 200, body: { data: { accounts: [] } } })
    })
  })

  test.each([
    ['GET', '/nowhere'],
    ['GET', '/'],
    ['GET', '/v1/workspaces/{id}'],
    ['GET', '/v1/workspaces/{id}/accounts/'],
    ['GET', '/v1/workspaces/unknown/nowhere'],
    ['DELETE', '/v1/workspaces/{id}/category_groups/cgr_1'],
    ['PUT', '/v1/workspaces/{id}/accounts'],
    ['OPTIONS', '/v1/workspaces/{id}/accounts'],
  ])('%s %s is no endpoint', async (method, path) => {
    await withServer(async ({ send, workspaceId }) => {
      expect(toStatusAndBody(await send(method, path.replace('{id}', workspaceId)))).toEqual(noEndpoint)
    })
  })

  test('HEAD is no endpoint, not even where GET is one', async () => {
    await withServer(async ({ send, root }) => {
      expect(toStatusAndBody(await send('HEAD', `${root}/accounts`))).toEqual({
        status: 404,
        body: undefined,
      })
    })
  })

  test('a workspace nobody knows comes before a key that may not write', async () => {
    await withServer(async ({ send, workspaces, root }) => {
      const { key } = workspaces.createKey({ name: null, can: 'read', workspace_id: null })
      expect(toStatusAndBody(await send('GET', '/v1/workspaces/unknown/accounts'))).toEqual(
        refusal(404, 'not_found', 'workspace not found'),
      )
      expect(
        toStatusAndBody(await send('POST', '/v1/workspaces/unknown/accounts', { key, body: '{' })),
      ).toEqual(refusal(404, 'not_found', 'workspace not found'))
      expect(toStatusAndBody(await send('POST', `${root}/accounts`, { key, body: '{' }))).toEqual(
        refusal(403, 'forbidden', 'the key is read-only'),
      )
      expect(toStatusAndBody(await send('GET', `${root}/accounts`, { key }))).toEqual({
        status: 200,
        body: { data: { accounts: [] } },
      })
    })
  })

  test('an archived workspace is closed for reading, too', async () => {
    await withServer(async ({ send, workspaces, workspaceId, root }) => {
      workspaces.setArchived(workspaceId, true)
      expect(toStatusAndBody(await send('GET', `${root}/accounts`))).toEqual(
        refusal(403, 'forbidden', 'workspace is archived'),
      )
      workspaces.setArchived(workspaceId, false)
      expect((await send('GET', `${root}/accounts`)).status).toBe(200)
    })
  })

  test('query, then path, then body', async () => {
    await withServer(async ({ send, root }) => {
      const refused = async (path: string) => (await send('PATCH', `${root}${path}`, { body: '{' })).body
      expect(await refused('/accounts/unknown?x=1')).toMatchObject({
        error: { detail: 'x is not a known query parameter' },
      })
      expect(await refused('/accounts/unknown')).toMatchObject({ error: { detail: 'account not found' } })
      const month = await refused('/months/2026-13/categories/unknown')
      expect(month).toMatchObject({ error: { detail: 'month must be in the form YYYY-MM' } })
    })
  })
})

// docs/spec.md#d14, docs/spec.md#call-sequences
describe('a body', () => {
  const object = 'request body must be a JSON object'
  test.each([
    ['of another type', '{}', 'text/plain', 'Content-Type must be application/json'],
    [
      'of a type that only begins like JSON',
      '{}',
      'application/json5',
      'Content-Type must be application/json',
    ],
    ['that is a list', '[]', 'application/json', object],
    ['that is null', 'null', 'application/json', object],
    ['that is cut', '{', 'application/json', object],
    ['that is not UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d), 'application/json', object],
    ['that is empty', '', 'application/json', object],
    [
      'with an unknown field',
      '{"nmae":"x"}',
      'Application/JSON ; charset=utf-8',
      'nmae is not a known field',
    ],
    [
      'with a dangerous field',
      '{"__proto__":{"name":"x"}}',
      'application/json',
      '__proto__ is not a known field',
    ],
  ])('%s is refused', async (_, body, type, detail) => {
    await withServer(async ({ send, root }) => {
      expect(toStatusAndBody(await send('POST', `${root}/accounts`, { body, type }))).toEqual(
        refusal(400, 'bad_request', detail),
      )
    })
  })

  test('may hold 4 MiB and not a byte more, announced or not', async () => {
    await withServer(async ({ send, root, server, key }) => {
      const padded = (size: number): string => `{"name":"${' '.repeat(size - 11)}"}`
      const large = refusal(400, 'bad_request', 'request body must be at most 4 MiB')
      expect(
        toStatusAndBody(await send('POST', `${root}/merchants`, { body: padded(4 * MEBIBYTE) })),
      ).toEqual(refusal(400, 'bad_request', 'name must be a non-empty string of at most 200 characters'))
      expect(
        toStatusAndBody(await send('POST', `${root}/merchants`, { body: padded(4 * MEBIBYTE + 1) })),
      ).toEqual(large)
      const unannounced = await fetch(`${server.url}${root}/merchants`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: new Blob([padded(4 * MEBIBYTE + 1)]).stream(),
        duplex: 'half',
      })
      expect({ status: unannounced.status, body: await unannounced.json() }).toEqual(large)
    })
  })

  test('of a DELETE or restore is not looked at', async () => {
    await withServer(async ({ send, root }) => {
      const created = await send('POST', `${root}/accounts`, {
        body: '{"name":"Cash","type":"banking_cash"}',
      })
      expect(created.status).toBe(201)
      const { account } = (created.body as { data: { account: { id: string } } }).data // the status says so
      const deleted = await send('DELETE', `${root}/accounts/${account.id}`, {
        body: '{',
        type: 'text/plain',
      })
      expect(toStatusAndBody(deleted)).toEqual({
        status: 200,
        body: { data: { deleted: true, id: account.id } },
      })
    })
  })
})

test('the cursor of a page stands at the top as well', async () => {
  await withServer(async ({ send, root }) => {
    expect((await send('GET', `${root}/transactions`)).body).toEqual({
      data: { transactions: [], next_cursor: null },
      next_cursor: null,
    })
  })
})
