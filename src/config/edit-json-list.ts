/** Replaces the items of a list in the text of a JSON file, and keeps the text of everything else. */

/** Strings and punctuation; numbers and words are what is left between them. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs

/** A list of the outermost object in a JSON text: where it begins and ends, and the text of its items. */
interface FoundList {
  start: number
  end: number
  items: string[]
}

/**
 * Returns the text with other items in a list of the outermost object. Items that stay keep their text; undefined if
 * there is no such list.
 */
export function replaceListItems(text: string, field: string, items: readonly unknown[]): string | undefined {
  const found = findList(text, field)
  if (!found) return undefined
  const oldTexts = new Map(found.items.map((item) => [JSON.stringify(JSON.parse(item)), item]))
  const texts = items.map((item) => oldTexts.get(JSON.stringify(item)) ?? formatItem(item))
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const [, outer = '  '] = new RegExp(`^([ \\t]*)"${field}"`, 'm').exec(text) ?? []
  const [, inner = `${outer}${outer || '  '}`] =
    /^\[\r?\n([ \t]*)/.exec(text.slice(found.start, found.end)) ?? []
  const list =
    texts.length === 0
      ? '[]'
      : `[${newline}${texts.map((item) => `${inner}${item}`).join(`,${newline}`)}${newline}${outer}]`
  return `${text.slice(0, found.start)}${list}${text.slice(found.end)}`
}

/** Writes an item on one line, as the documentation does: `{ "if": { "payee": "rewe" }, "merchant": "Rewe" }`. */
function formatItem(item: unknown): string {
  if (Array.isArray(item)) return item.length === 0 ? '[]' : `[${item.map(formatItem).join(', ')}]`
  if (typeof item !== 'object' || item === null) return JSON.stringify(item)
  const fields = Object.entries(item).map(([name, value]) => `${JSON.stringify(name)}: ${formatItem(value)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

/** Finds a list by its field. Of two fields with the same name the last one counts, as in JSON.parse. */
function findList(text: string, field: string): FoundList | undefined {
  let last: FoundList | undefined
  let open: { start: number; from: number; items: string[] } | undefined
  let depth = 0
  let name: string | undefined
  let isValue = false
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      depth++
      const isWanted = depth === 2 && token === '[' && isValue && name === field
      if (isWanted) open = { start: index, from: index + 1, items: [] }
    } else if (token === '}' || token === ']') {
      depth--
      if (open && depth === 1) {
        const item = text.slice(open.from, index).trim()
        last = { start: open.start, end: index + 1, items: item === '' ? open.items : [...open.items, item] }
        open = undefined
      }
    } else if (token === ',' && open && depth === 2) {
      open.items.push(text.slice(open.from, index).trim())
      open.from = index + 1
    }
    if (depth !== 1) continue
    if (token === ':') isValue = true
    else if (token === ',') isValue = false
    else if (token.startsWith('"') && !isValue) name = String(JSON.parse(token))
  }
  return last
}
