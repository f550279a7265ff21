/** Draws the codes with which a device signs in to the page: short, and without letters that look alike. */

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8
/** Bytes from here on would make the first letters likelier. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length)

/**
 * Draws a code such as `K7QF-2MXD`.
 * @param random returns so many unpredictable bytes
 */
export function drawPairingCode(random: (bytes: number) => Uint8Array): string {
  let code = ''
  while (code.length < LENGTH)
    for (const byte of random(2 * LENGTH)) if (byte < FAIR_BYTES) code += ALPHABET[byte % ALPHABET.length]
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2, LENGTH)}`
}

/** Returns a code as it was drawn, whatever the case and the spaces in which it was typed. */
export function normalizePairingCode(text: string): string {
  const code = text.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
}
