/** Describes valibot schemas as JSON Schema, for documents and for programs that ask what a field takes. */

import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { SchemaMetadata } from './fields.ts'

export type { JsonSchema } from '@valibot/to-json-schema'

/** Which schemas are referred to by name, and how. */
type References = Pick<ConversionConfig, 'definitions' | 'overrideRef'>

/**
 * Returns the JSON Schema of a schema; custom checks are described by their metadata.
 * @param references schemas that are referred to by name; without it each one is written out
 */
export function describeSchema(
  schema: v.GenericSchema,
  typeMode: 'input' | 'output',
  references: References = {},
): JsonSchema {
  const {
    $schema: _,
    $defs: __,
    ...converted
  } = toJsonSchema(schema, {
    ...references,
    typeMode,
    target: 'draft-2020-12',
    errorMode: 'ignore',
    overrideAction({ valibotAction, jsonSchema }) {
      if (!('metadata' in valibotAction)) return undefined
      const { json }: SchemaMetadata = Object(valibotAction.metadata) // only metadata actions have this property
      // Metadata with a type describes the whole value, e.g. a query parameter that is text or a number.
      if (json?.['type'] !== undefined) return json
      const { json: _, amount: __, refers: ___, ...plain } = jsonSchema as JsonSchema & SchemaMetadata // valibot merges the metadata into the schema
      return { ...plain, ...json }
    },
  })
  return converted
}
