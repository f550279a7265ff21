/**
 * Reads the elements of OFX (SGML or XML) and CAMT tolerantly: unclosed tags, CDATA, entities.
 * @see docs/import.md#9-formats-besides-csv
 */

import { decodeEntities } from './decode-entities.ts'
import { MAX_RECORD_LENGTH } from './text-source.ts'

/** An element with its content. Names are upper case. */
export interface MarkupElement {
  name: string
  attributes: string
  /** Offsets of its beginning and end in the text. */
  at: number
  end: number
  /** The text directly inside it, as written. */
  text: string
  children: MarkupElement[]
}

const TAG = /<[!?][^>]*>|<(\/?)([A-Za-z][\w-]*:)?([A-Za-z][\w.-]*)(\s[^<>]*|\/)?>/g

/**
 * The element names to yield, with their ranks: an element never contains another one of the same or a lower
 * rank.
 */
export type ElementRanks = ReadonlyMap<string, number>

/** The part of a text that is read. */
export interface ElementRange {
  at: number
  end: number
  /** True if names have their namespace prefixes. @default false */
  keepsPrefixes?: boolean
}

// No bank nests this deep, but a broken file might.
const MAX_DEPTH = 64

/**
 * Yields the elements with the wanted names as they end. A yielded element is not kept as a child of its
 * parent, so a long statement is never in memory as a whole.
 */
export function* readElements(
  text: string,
  ranks: ElementRanks,
  { at, end, keepsPrefixes = false }: ElementRange,
): Generator<MarkupElement> {
  const open: MarkupElement[] = []
  let position = at
  const tag = new RegExp(TAG)
  tag.lastIndex = at
  const unclosed = new Set<string>()
  for (let found = tag.exec(text); found && found.index < end; found = tag.exec(text)) {
    const [whole, slash, prefix = '', tagName, attributes = ''] = found
    if (found.index > position) addText(open, decodeEntities(textBetween(text, position, found.index)))
    position = found.index + whole.length
    const opaque = tagName === undefined ? readOpaqueSection(text, found.index, unclosed) : undefined
    if (opaque) {
      addText(open, opaque.text)
      position = opaque.end
      tag.lastIndex = position
    }
    if (tagName === undefined) continue
    const name = (keepsPrefixes ? prefix + tagName : tagName).toUpperCase()
    const from = slash
      ? open.findLastIndex((element) => element.name === name)
      : findImplicitlyClosed(name, open, ranks)
    if (from >= 0) yield* closeElements(open, { from, end: slash ? position : found.index, wanted: ranks })
    if (slash) continue
    if (open.length === MAX_DEPTH) continue
    open.push({ name, attributes, at: found.index, end: position, text: '', children: [] })
    if (attributes.endsWith('/'))
      yield* closeElements(open, { from: open.length - 1, end: position, wanted: ranks })
  }
  addText(open, decodeEntities(textBetween(text, position, end)))
  yield* closeElements(open, { from: 0, end, wanted: ranks })
}

const OPAQUE_DELIMITERS = [
  ['<![CDATA[', ']]>'],
  ['<!--', '-->'],
] as const

/**
 * Returns the CDATA section or comment that begins at `at`; tags inside it do not count. `unclosed` remembers
 * closers that were not found, so that they are searched only once.
 */
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

// No field is longer than the maximum record, so a longer one is cut before it is decoded.
const textBetween = (text: string, from: number, to: number): string =>
  text.slice(from, Math.min(to, from + MAX_RECORD_LENGTH))

function addText(open: readonly MarkupElement[], text: string): void {
  const innermost = open.at(-1)
  // Blanks between tags would add up to a long text that is scanned again at every tag.
  if (innermost && (innermost.text !== '' || text.trim() !== '')) innermost.text += text
}

/** Returns the index of the outermost open element that a tag of this name closes implicitly; -1 if none. */
function findImplicitlyClosed(name: string, open: readonly MarkupElement[], ranks: ElementRanks): number {
  const rank = ranks.get(name)
  if (rank !== undefined) {
    // A statement contains no statement and a transaction no transaction, so the previous closing tag is
    // missing.
    const ended = open.findIndex((element) => (ranks.get(element.name) ?? -1) >= rank)
    if (ended >= 0) return ended
  }
  // SGML leaves have no closing tags: an element with text ends at the next tag.
  const innermost = open.at(-1)
  return innermost && innermost.text.trim() !== '' ? open.length - 1 : -1
}

interface ClosedElements {
  /** The index of the outermost element to close. */
  from: number
  end: number
  wanted: ElementRanks
}

/** Closes the open elements from the innermost on, and returns those that are wanted. */
function closeElements(open: MarkupElement[], { from, end, wanted }: ClosedElements): MarkupElement[] {
  const found: MarkupElement[] = []
  while (open.length > from) {
    const element = open.pop()
    if (!element) break
    element.end = end
    if (wanted.has(element.name)) found.push(element)
    else open.at(-1)?.children.push(element)
  }
  return found
}

/**
 * Returns the first element on a path of names; undefined if there is none. Each name may be at any depth
 * below the one before, because an empty leaf without a closing tag seems to contain everything after it.
 */
export const findElement = (element: MarkupElement, ...path: readonly string[]): MarkupElement | undefined =>
  findBelow(element, path, 0)

/** Finds the rest of a path, from the name at `depth`, in document order. */
function findBelow(
  element: MarkupElement,
  path: readonly string[],
  depth: number,
): MarkupElement | undefined {
  const name = path[depth]
  if (name === undefined) return element
  // Most elements of a long file are leaves, which are asked for one name after the other.
  if (element.children.length === 0) return undefined
  const upperName = name.toUpperCase()
  for (const child of element.children) {
    const found =
      (child.name === upperName ? findBelow(child, path, depth + 1) : undefined) ??
      findBelow(child, path, depth)
    if (found) return found
  }
  return undefined
}

/** Returns the text of the first element on a path; empty if there is none. */
export const readElementText = (element: MarkupElement, ...path: readonly string[]): string =>
  findElement(element, ...path)?.text.trim() ?? ''

/** Yields all descendants of an element in document order. */
export function* walkDescendants(element: MarkupElement): Generator<MarkupElement> {
  for (const child of element.children) {
    yield child
    yield* walkDescendants(child)
  }
}
