const STOP_WORDS = new Set(
  'the and inc ltd llc gmbh com www store shop payment purchase card pos debit'.split(' '),
)

/**
 * The words of a merchant's key that tell it from others: no fillers, no numbers, nothing shorter than three letters.
 * @see docs/spec.md#x4
 */
export const getMerchantTokens = (key: string): Set<string> =>
  new Set(
    (key.match(/[\p{L}\p{N}]+/gu) ?? []).filter(
      (word) => Array.from(word).length >= 3 && !/^\p{N}+$/u.test(word) && !STOP_WORDS.has(word),
    ),
  )
