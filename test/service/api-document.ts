/** Holds every answer of the service against the OpenAPI document made from the contract. */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { buildOpenApi } from '../../src/contract/openapi.ts'

const document = buildOpenApi('1.0.0')
// Formats are annotations here; the service's own tests hold dates and instants exactly.
const ajv = new Ajv2020({ validateFormats: false, strict: false, allErrors: true })
ajv.addSchema(closed(document), 'openapi')

/** Our own service says nothing its document does not describe, so objects of answers are closed. */
function closed(value: unknown): any {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closed(inner)]))
  return 'properties' in copy && copy['type'] === 'object' ? { additionalProperties: false, ...copy } : copy
}

const escaped = (step: string): string => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))

const templates = Object.keys(document.paths).map((template) => ({
  template,
  pattern: new RegExp(
    `^${template.replace('/v1/workspaces/{workspace_id}', '').replace(/\{\w+\}/g, '[^/]+')}$`,
  ),
}))

/** The check of an answer to a request; undefined for an endpoint the document does not have. */
function checkOf(method: string, path: string, status: number): ValidateFunction | undefined {
  const known = templates.find(({ pattern }) => pattern.test(path.split('?')[0] ?? ''))
  const operation = known && document.paths[known.template]?.[method.toLowerCase()]
  if (!known || !operation) return undefined
  const steps = ['paths', known.template, method.toLowerCase(), 'responses', String(status)]
  const answer = Object(operation).responses[status]
  if (!answer) throw new Error(`${method} ${path} answered ${status}, which its description does not name`)
  const pointer = '$ref' in answer ? answer.$ref.slice(2).split('/') : steps
  const whole = [...pointer, 'content', 'application/json', 'schema'].map(escaped).join('/')
  return ajv.getSchema(`openapi#/${whole}`)
}

/** What the document says against an answer; nothing, when it is as described. */
export function flawsOf(method: string, path: string, answer: { status: number; body: unknown }): string[] {
  const check = checkOf(method, path, answer.status)
  if (!check || check(answer.body)) return []
  return (check.errors ?? []).map(
    ({ instancePath, message }) => `${method} ${path} ${instancePath} ${message}`,
  )
}
