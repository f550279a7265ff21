/**
 * One tolerant reader for OFX, as SGML and as XML, and for CAMT: tags that are never closed, empty leaves, CDATA, entities.
 * Nothing is refused; what no tag explains is text.
 * @see docs/import.md#9-formats-besides-csv
 */

import { MAX_RECORD_LENGTH } from '../text/text-source.ts'

/** A tag with what stands inside it. Names are in capitals, without a namespace's prefix. */
export interface MarkupElement {
  name: string
  attributes: string
  /** Where it begins, and where it ends, in the text. */
  at: number
  end: number
  /** The text directly inside it, as written between the tags. */
  text: string
  children: MarkupElement[]
}

const TAG = /<[!?][^>]*>|<(\/?)(?:[A-Za-z][\w-]*:)?([A-Za-z][\w.-]*)(\s[^<>]*|\/)?>/g

/** The names of elements to hand out, with their ranks: one of a rank holds none of the same rank or a lower one. */
export type ElementRanks = ReadonlyMap<string, number>

// No bank nests so deep; a broken file might.
const MAX_DEPTH = 64

/**
 * The elements of some names in a part of a text, each when it ends. They are handed out and forgotten: they do not stand among
 * the children of what encloses them, so that a long statement is never in memory as a whole.
 */
export function* readElements(
  text: string,
  wanted: ElementRanks,
  { at, end }: { at: number; end: number },
): Generator<MarkupElement> {
  const open: MarkupElement[] = []
  let before = at
  const tag = new RegExp(TAG)
  tag.lastIndex = at
  const unclosed = new Set<string>()
  for (let found = tag.exec(text); found && found.index < end; found = tag.exec(text)) {
    const [whole, slash, written, attributes = ''] = found
    addText(open, decodeEntities(textBetween(text, before, found.index)))
    before = found.index + whole.length
    const part = written === undefined ? readOpaqueSection(text, found.index, unclosed) : undefined
    if (part) {
      addText(open, part.text)
      before = part.end
      tag.lastIndex = before
    }
    if (written === undefined) continue
    const name = written.toUpperCase()
    if (slash) {
      yield* closeElements(open, {
        from: open.findLastIndex((one) => one.name === name),
        end: before,
        wanted,
      })
      continue
    }
    yield* closeElements(open, { from: findImplicitlyClosed(name, open, wanted), end: found.index, wanted })
    if (open.length === MAX_DEPTH) continue
    open.push({ name, attributes, at: found.index, end: before, text: '', children: [] })
    if (attributes.endsWith('/')) yield* closeElements(open, { from: open.length - 1, end: before, wanted })
  }
  addText(open, decodeEntities(textBetween(text, before, end)))
  yield* closeElements(open, { from: 0, end, wanted })
}

const OPAQUE_DELIMITERS = [
  ['<![CDATA[', ']]>'],
  ['<!--', '-->'],
] as const

/** The CDATA or comment that begins here: in it, no tag is one. `unclosed` keeps what was sought to the end of the text in vain. */
function readOpaqueSection(
  text: string,
  at: number,
  unclosed: Set<string>,
): { text: string; end: number } | undefined {
  const [opener, closer] = OPAQUE_DELIMITERS.find(([sign]) => text.startsWith(sign, at)) ?? ['', '']
  if (opener === '' || unclosed.has(closer)) return undefined
  const from = at + opener.length
  const close = text.indexOf(closer, from)
  if (close < 0) {
    unclosed.add(closer)
    return undefined
  }
  return { text: opener === '<!--' ? '' : textBetween(text, from, close), end: close + closer.length }
}

// No field of a bank is longer than a record may be; a longer one is cut, not decoded as a whole.
const textBetween = (text: string, from: number, to: number): string =>
  text.slice(from, Math.min(to, from + MAX_RECORD_LENGTH))

function addText(open: readonly MarkupElement[], text: string): void {
  const innermost = open.at(-1)
  // Blanks between tags would add up to a long text that is looked at again at every tag.
  if (innermost && (innermost.text !== '' || text.trim() !== '')) innermost.text += text
}

/** The outermost open element that a tag of this name ends without a closer; -1 for none. */
function findImplicitlyClosed(name: string, open: readonly MarkupElement[], wanted: ElementRanks): number {
  const rank = wanted.get(name)
  if (rank !== undefined) {
    // A statement holds no statement, a transaction neither: then the closer of the one before is missing.
    const ended = open.findIndex((one) => (wanted.get(one.name) ?? -1) >= rank)
    if (ended >= 0) return ended
  }
  // In SGML the leaves have no closers: what holds text ends where the next tag begins.
  const innermost = open.at(-1)
  return innermost && innermost.text.trim() !== '' ? open.length - 1 : -1
}

interface ClosedElements {
  /** The outermost element to close; -1 for none. */
  from: number
  end: number
  wanted: ElementRanks
}

function* closeElements(
  open: MarkupElement[],
  { from, end, wanted }: ClosedElements,
): Generator<MarkupElement> {
  const ended = from < 0 ? [] : open.splice(from).toReversed()
  for (const [at, element] of ended.entries()) {
    element.end = end
    if (wanted.has(element.name)) yield element
    else (ended[at + 1] ?? open.at(-1))?.children.push(element)
  }
}

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}
const LAST_CODE_POINT = 0x10ffff

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED_ENTITIES[String(name).toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : whole
  })
}

/** The first element on a path of names, each anywhere inside the one before. */
// Anywhere, since a leaf without text and without a closer seems to hold whatever comes after it.
export function findElement(element: MarkupElement, ...path: readonly string[]): MarkupElement | undefined {
  const [name, ...rest] = path
  if (name === undefined) return element
  for (const child of walkDescendants(element)) {
    const found = child.name === name.toUpperCase() ? findElement(child, ...rest) : undefined
    if (found) return found
  }
  return undefined
}

/** The text of the first element on a path; empty when there is none. */
export const readElementText = (element: MarkupElement, ...path: readonly string[]): string =>
  findElement(element, ...path)?.text.trim() ?? ''

/** Everything inside an element, in the order of the text. */
export function* walkDescendants(element: MarkupElement): Generator<MarkupElement> {
  for (const child of element.children) {
    yield child
    yield* walkDescendants(child)
  }
}
