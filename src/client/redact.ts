/** Keeps a key out of everything that is shown, written or thrown. @see docs/reliability.md#redaction */

/** Replaces the key, in whatever form it could have got into a text, by its last four characters, and other secrets whole. */
export function createSecretMask(key: string, others: readonly string[] = []): (text: string) => string {
  const bytes = Buffer.from(key)
  const quoted = JSON.stringify(key).slice(1, -1)
  const forms = [key, quoted, encodeURIComponent(key), bytes.toString('base64'), bytes.toString('base64url')]
  const hidden = `***${key.slice(-4)}`
  return (text) => {
    const keyless = forms.reduce((rest, form) => rest.replaceAll(form, hidden), text)
    return others.reduce((rest, other) => rest.replaceAll(other, '***'), keyless)
  }
}

/** The same for words about a request, where whatever looks like a key is one. */
export function createLogRedactor(hide: (text: string) => string): (text: string) => string {
  return (text) => hide(text).replace(/\bBearer +(?!\*\*\*)\S+/gi, 'Bearer ***')
}

// Control characters, and the marks that turn the direction of text around.
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu

/** The beginning of a text of unknown origin, fit for one line of a message. @see docs/http-client.md#row-27 */
export const toExcerpt = (text: string): string =>
  text.slice(0, 2000).replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim().slice(0, 200)
