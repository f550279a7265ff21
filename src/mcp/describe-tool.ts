/** Describes a tool to clients: its fields as JSON Schema, without what clients drop. */

import type { Tool as ToolDescription } from '@modelcontextprotocol/server'
import { describeSchema } from '../contract/json-schema.ts'
import { describeAnyChange } from './draft/describe-changes.ts'
import type { JsonProperty } from './json-property.ts'
import type { Tool } from './tool.ts'

/** Returns the description of a tool as `tools/list` has it. */
export function describeTool(tool: Tool): ToolDescription {
  const { properties = {}, ...schema } = describeSchema(tool.fields, 'input') as JsonProperty // of an object
  const described = Object.entries(properties).map(([name, property]) => [
    name,
    describeField(property, { name, description: tool.descriptions[name] }),
  ])
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: {
      ...schema,
      properties: Object.fromEntries(described),
    } as ToolDescription['inputSchema'], // JSON Schema is JSON
    annotations: {
      readOnlyHint: tool.level === 'read',
      destructiveHint: tool.isDestructive,
      openWorldHint: false,
    },
  }
}

const describeField = (
  property: JsonProperty,
  { name, description }: { name: string; description: string | undefined },
): JsonProperty => ({
  ...property,
  ...(name === 'changes' && { items: describeAnyChange() }),
  ...(description !== undefined && { description }),
})
