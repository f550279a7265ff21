/** A part of a JSON Schema. */
export interface JsonProperty {
  type?: unknown
  enum?: readonly unknown[]
  description?: string
  properties?: Record<string, JsonProperty>
  required?: readonly string[]
  items?: JsonProperty
}
