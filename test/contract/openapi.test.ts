/** Tests that the generated OpenAPI document is valid and up to date. */

import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { operations } from '../../src/contract/api.ts'
import { buildOpenApi } from '../../src/contract/openapi.ts'

const findings = async (document: object): Promise<string[]> => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const found = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config,
  })
  return found.map(({ ruleId, message }) => `${ruleId}: ${message}`)
}

test('the OpenAPI document passes a public linter', async () => {
  expect(await findings(buildOpenApi('1.0.0'))).toEqual([])
})

test('the linter notices a document that is wrong', async () => {
  const document = buildOpenApi('1.0.0')
  const broken = { ...document, paths: { '/v1/{nowhere}': { get: { responses: {} } } } }
  expect(await findings(broken)).not.toEqual([])
})

test('the OpenAPI document describes every operation under its own name', () => {
  const described = Object.values(buildOpenApi('1.0.0').paths).flatMap((path) => Object.values(path))
  expect(described.map((one) => Object(one).operationId).toSorted()).toEqual(
    Object.keys(operations).toSorted(),
  )
})
