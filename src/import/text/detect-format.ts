/** Which format of a bank a text is in, by its beginning. */

import type { FormatName } from '../model/statement.ts'
import type { TextBlock } from './text-source.ts'
import { assertSupportedText, createBlankFileError } from './unsupported-files.ts'

/** The formats whose fields have names of their own. */
const FORMAT_PATTERNS: readonly (readonly [pattern: RegExp, format: FormatName])[] = [
  [/^\s*OFXHEADER|<OFX>|<\?OFX/i, 'OFX'],
  [/(?:^|\n|\r)!(?:Type|Account|Option|Clear):?|^\s*D\d[^\r\n]*\r?\n(?:[A-Z$][^\r\n]*\r?\n)+\^/i, 'QIF'],
  [/camt\.05[23]|BkToCstmrStmt|BkToCstmrAcctRpt/, 'CAMT'],
  [/(?:^|[\r\n]):20:[^\r\n]*[\s\S]*[\r\n]:(?:25|60[FM]|61):|^\{1:F01/, 'MT940'],
]

/** The format of a text; CSV stands for every table. Throws a Mistake when it is blank or nothing that a bank exports. */
export function detectFormat(blocks: Iterable<TextBlock>): FormatName {
  for (const { text } of blocks) {
    if (text.trim() === '') continue
    const start = text.trimStart().slice(0, MAX_START_LENGTH)
    const found = FORMAT_PATTERNS.find(([pattern]) => pattern.test(start))
    if (found) return found[1]
    assertSupportedText(start)
    return 'CSV'
  }
  throw createBlankFileError()
}

const MAX_START_LENGTH = 4096
