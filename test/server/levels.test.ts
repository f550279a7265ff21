/** Tests what keys of each level may do over the API, operation by operation, and that a key is for its workspace. */

import { describe, expect, it } from 'vitest'
import { keyLevels } from '../../src/contract/access.ts'
import { type OperationName, operationNames, operations } from '../../src/contract/api.ts'
import { refusal, toStatusAndBody, withServer } from '../support/running-server.ts'

/** Written down once more, so that a slip in the table of the service is noticed. */
const readable: readonly OperationName[] = [
  'listAccounts',
  'getAccount',
  'getMonth',
  'listTransactions',
  'getTransaction',
  'listCategories',
  'getCategory',
  'listCategoryGroups',
  'listMerchants',
  'getMerchant',
  'listSchedules',
]
const rows: readonly OperationName[] = ['listTransactions', 'getTransaction', 'listSchedules']

const allowed = {
  write: operationNames,
  read: readable,
  add: [...readable.filter((name) => !rows.includes(name)), 'createTransactions'] as OperationName[],
}

const refusals = {
  write: '',
  read: 'the key is read-only',
  add: 'the key may add transactions, and see names and what is available',
}

describe('a key', () => {
  it.each(keyLevels)('that may %s is refused every other operation', async (can) => {
    await withServer(async ({ send, root, workspaces, workspaceId }) => {
      const { key } = workspaces.createKey({ name: null, can, workspace_id: workspaceId })
      const answers: Record<string, boolean> = {}
      for (const name of operationNames) {
        const { method, path } = operations[name]
        const filled = path.replace('{month}', '2026-11').replace(/\{\w+\}/g, 'none')
        const answer = await send(method, root + filled, { key, ...(method !== 'GET' && { body: '{}' }) })
        answers[name] = answer.status !== 403
        if (answer.status === 403)
          expect(toStatusAndBody(answer)).toEqual(refusal(403, 'forbidden', refusals[can]))
      }
      expect(answers).toEqual(
        Object.fromEntries(operationNames.map((name) => [name, allowed[can].includes(name)])),
      )
    })
  })

  it('for one workspace finds no other, as if there were none', async () => {
    await withServer(async ({ send, workspaces, workspaceId }) => {
      const { id } = workspaces.createWorkspace({ name: 'Club', currency: 'USD' })
      const { key } = workspaces.createKey({ name: null, can: 'write', workspace_id: id })
      const notFound = refusal(404, 'not_found', 'workspace not found')
      for (const one of [workspaceId, 'wks_0000000000000000'])
        expect(toStatusAndBody(await send('GET', `/v1/workspaces/${one}/accounts`, { key }))).toEqual(
          notFound,
        )
      expect((await send('GET', `/v1/workspaces/${id}/accounts`, { key })).status).toBe(200)
    })
  })
})
