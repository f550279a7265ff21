/** The encoding that an OFX or XML file names in its first lines. @see docs/import.md#2-decode-and-read */

const DECLARATION = /^CHARSET: *(?<charset>[\w-]+)|^<\?xml[^>]*encoding=["'](?<xml>[\w-]+)["']/im

/** The declared encoding as TextDecoder calls it; undefined for none, or one that names no letters beyond ASCII. */
export function readDeclaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  const { charset, xml } = DECLARATION.exec(head)?.groups ?? {}
  // OFX writes the number of a Windows code page only.
  const label = charset !== undefined && /^\d+$/.test(charset) ? `windows-${charset}` : (charset ?? xml ?? '')
  if (/^(?:utf-?8|(?:us-?)?ascii|none|)$/i.test(label)) return undefined
  try {
    return new TextDecoder(label).encoding
  } catch (cause) {
    if (cause instanceof RangeError) return undefined
    throw cause
  }
}
