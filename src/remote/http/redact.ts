/**
 * Masks the API key and other secrets in everything that is shown, written or thrown.
 * @see docs/reliability.md#redaction
 */

/**
 * Returns a function that replaces the key, in any encoding, by its last four characters, and other secrets
 * entirely.
 */
export function createSecretMask(key: string, secrets: readonly string[] = []): (text: string) => string {
  const bytes = Buffer.from(key)
  const escaped = JSON.stringify(key).slice(1, -1)
  const forms = [key, escaped, encodeURIComponent(key), bytes.toString('base64'), bytes.toString('base64url')]
  const mask = `***${key.slice(-4)}`
  return (text) => {
    const keyless = forms.reduce((masked, form) => masked.replaceAll(form, mask), text)
    return secrets.reduce((masked, secret) => masked.replaceAll(secret, '***'), keyless)
  }
}

/** Returns a function that also replaces anything that looks like a bearer token. */
export function createLogRedactor(maskSecrets: (text: string) => string): (text: string) => string {
  return (text) => maskSecrets(text).replace(/\bBearer +(?!\*\*\*)\S+/gi, 'Bearer ***')
}

// Control characters, and marks that change the direction of text.
const UNPRINTABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu

/** Returns the beginning of a foreign text, fit for one line of a message. @see docs/http-client.md#row-27 */
export const toExcerpt = (text: string): string =>
  text.slice(0, 2000).replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim().slice(0, 200)
