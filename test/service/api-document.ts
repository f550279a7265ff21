/** Checks every response of the service against the OpenAPI document generated from the contract. */

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { buildOpenApi } from '../../src/contract/openapi.ts'

const document = buildOpenApi('1.0.0')
// Formats are annotations here; other tests check dates and instants.
const ajv = new Ajv2020({ validateFormats: false, strict: false, allErrors: true })
ajv.addSchema(rejectUnknownFields(document), 'openapi')

/** Our own service returns nothing undocumented, so the schemas of responses reject unknown fields. */
function rejectUnknownFields(value: unknown): any {
  if (Array.isArray(value)) return value.map(rejectUnknownFields)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, rejectUnknownFields(inner)]),
  )
  return 'properties' in copy && copy['type'] === 'object' ? { additionalProperties: false, ...copy } : copy
}

const escaped = (step: string): string => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))

const templates = Object.keys(document.paths).map((template) => ({
  template,
  pattern: new RegExp(
    `^${template.replace('/v1/workspaces/{workspace_id}', '').replace(/\{\w+\}/g, '[^/]+')}$`,
  ),
}))

/** Returns the validator of a response; undefined for an endpoint that the document does not have. */
function findValidator(method: string, path: string, status: number): ValidateFunction | undefined {
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

/** Lists how a response differs from the document; empty when it does not. */
export function listSchemaErrors(
  method: string,
  path: string,
  answer: { status: number; body: unknown },
): string[] {
  const check = findValidator(method, path, answer.status)
  if (!check || check(answer.body)) return []
  return (check.errors ?? []).map(
    ({ instancePath, message }) => `${method} ${path} ${instancePath} ${message}`,
  )
}
