/** Merchants are extracted from bank texts. */

import { expect, test } from 'vitest'
import { extractMerchant } from '../../../src/transactions/merchant-names/merchant-name.ts'
import { measureProcessorTime } from '../../support/machine-load.ts'
import { merchantTexts } from './merchant-texts.ts'

test.each(merchantTexts)('the merchant in "%s" is "%s"', (text, merchant) =>
  expect(extractMerchant(text) ?? '').toBe(merchant),
)

test('a merchant stays what it is when it is looked for once more', () => {
  const again = merchantTexts.map(([, merchant]) => merchant).filter((merchant) => merchant !== '')
  expect(again.map((merchant) => extractMerchant(merchant))).toEqual(again)
})

test('no text takes long, whatever stands in it', async () => {
  const texts = [' ', '*', 'a ', '1 ', '12.03. ', 'x', '#1 ', 'POS ', 'de ', ': ', '/', '(', 'A1'].map(
    (part) => part.repeat(30_000),
  )
  const milliseconds = await measureProcessorTime(() => {
    for (const text of texts) extractMerchant(text)
  })
  expect(milliseconds).toBeLessThan(500)
})
