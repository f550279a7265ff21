/** Builds HTML from templates in which every text is escaped. */

import { sanitizeText } from './sanitize.ts'

/** Markup. Only `html` and `trustMarkup` create it, so that no other text is ever written unescaped. */
export interface Html {
  readonly markup: string
}

type Part = Html | string | number | readonly Html[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const LONE_SURROGATES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Returns the text as a page shows it, without control characters and halves of characters. */
export const toShownText = (text: string): string => sanitizeText(text).replace(LONE_SURROGATES, '\ufffd')

/** Returns the text as it is written between tags and in quoted attributes. */
const escapeText = (text: string): string =>
  toShownText(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

function toMarkup(part: Part): string {
  if (typeof part === 'string') return escapeText(part)
  if (typeof part === 'number') return String(part)
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('')
}

/** Returns markup from a template; texts and numbers in it are escaped, markup is kept. */
export const html = (literals: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: String.raw({ raw: literals }, ...parts.map(toMarkup)),
})

/** Returns text of the program itself, such as its style sheet, as markup. */
export const trustMarkup = (markup: string): Html => ({ markup })

/** The markup of nothing. */
export const noMarkup: Html = { markup: '' }
