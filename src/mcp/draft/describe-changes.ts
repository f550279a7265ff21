/** Describes the changes that may be drafted: one flat object, because clients drop alternatives of a schema. */

import { describeSchema } from '../../contract/json-schema.ts'
import type { JsonProperty } from '../json-property.ts'
import { changeDescriptions, changeNames, changeSchemas } from './change-fields.ts'

/** Returns the fields of each change in words: `move: amount, from, to, month?`. */
export const describeChangeFields = (): string =>
  changeNames
    .map((name) => {
      const fields = Object.entries(changeSchemas[name].entries).filter(([field]) => field !== 'do')
      return `${name}: ${fields.map(([field, { type }]) => `${field}${type === 'optional' ? '?' : ''}`).join(', ')}`
    })
    .join('; ')

/** Returns the JSON Schema of any change: every field that one of them has. */
export function describeAnyChange(): JsonProperty {
  const properties: Record<string, JsonProperty> = {}
  for (const name of changeNames)
    for (const [field, property] of Object.entries(describeProperties(name))) {
      const known = properties[field]
      properties[field] = known ? mergeProperties(known, property) : property
    }
  const described = Object.entries(properties).map(([field, property]): [string, JsonProperty] => {
    const description = changeDescriptions[field]
    return [field, description === undefined ? property : { ...property, description }]
  })
  return { type: 'object', properties: Object.fromEntries(described), required: ['do'] }
}

const describeProperties = (name: (typeof changeNames)[number]): Record<string, JsonProperty> =>
  (describeSchema(changeSchemas[name], 'input') as JsonProperty).properties ?? {} // JSON Schema of an object

/** Returns a property that both values may have. */
function mergeProperties(one: JsonProperty, other: JsonProperty): JsonProperty {
  if (one.enum && other.enum) return { ...one, enum: [...new Set([...one.enum, ...other.enum])] }
  return JSON.stringify(one) === JSON.stringify(other)
    ? one
    : one.type === other.type
      ? { type: one.type }
      : {}
}
