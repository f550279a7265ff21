/** Shows merchants that are one shop, with the number and the sum of their transactions. */

import { padToWidth, truncateToWidth } from '../output/display-width.ts'
import { colorAmount, groupThousands } from '../output/format-amount.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import type { TextStyle } from '../output/style.ts'
import { amountColumn, countColumn, defineView, textColumn } from '../output/view.ts'
import { type FindingOutcome, renderFindingHead, renderFindings, renderReasons } from './findings-view.ts'
import type { SameShopFinding, SameShopReason } from './merchants/find-same-shops.ts'

/** A group as it is printed, and what became of it. */
export type SameShopOutput = SameShopFinding & { outcome: FindingOutcome }

const reasonTexts: Readonly<Record<SameShopReason, string>> = {
  same_words: 'same name apart from numbers, places, abbreviations, GmbH, .com',
  begins_with_name: 'one name begins with the other',
  one_letter_apart: 'one letter apart',
  same_category: 'the same category',
  other_category: 'different categories',
  other_product: 'possibly a different product',
}

/** The groups: one line for each merchant. */
export const sameShopsView = defineView<SameShopOutput[], ReturnType<typeof toRows>[number]>({
  columns: [
    countColumn('number', 'Number'),
    countColumn('score', 'Score'),
    textColumn('outcome', 'Outcome'),
    textColumn('into', 'Into'),
    textColumn('name', 'Merchant'),
    countColumn('transactions', 'Transactions'),
    amountColumn('total', 'Total'),
    textColumn('id', 'Id'),
  ],
  rows: (findings) => findings.flatMap(toRows),
  fields: () => [
    'number',
    'score',
    'reasons',
    'sure',
    'outcome',
    'name',
    'into_merchant_id',
    'transactions',
    'total',
    'merchants',
    'merchants.id',
    'merchants.name',
    'merchants.transactions',
    'merchants.total',
    'fix',
    'fix.into_merchant_id',
    'fix.rename_to',
    'fix.merge_ids',
  ],
  renderText: (findings, style) =>
    findings.length === 0
      ? 'No merchants look like the same shop\n'
      : renderFindings(findings, (finding) => renderGroup(finding, style)),
  emptyMessage: 'No merchants look like the same shop',
})

const toRows = ({ number, score, outcome, name: into, merchants }: SameShopOutput) =>
  merchants.map(({ id, name, transactions, total }) => ({
    number,
    score,
    outcome,
    into,
    name,
    transactions,
    total,
    id,
  }))

const NAME_WIDTH = 40
const COUNT_WIDTH = 8
const TOTAL_WIDTH = 14

const renderGroup = (finding: SameShopOutput, style: TextStyle): string =>
  [
    renderFindingHead(finding, `→ ${finding.name}`, style),
    ...finding.merchants.map((merchant) => renderMerchant(merchant, style)),
    renderReasons(finding.reasons.map((reason) => reasonTexts[reason]).join(', '), style),
  ].join('')

function renderMerchant(
  { name, transactions, total }: SameShopFinding['merchants'][number],
  { colors }: TextStyle,
): string {
  const shown = padToWidth(truncateToWidth(sanitizeLine(name), NAME_WIDTH), NAME_WIDTH)
  const amount = colorAmount(total, colors, groupThousands(total).padStart(TOTAL_WIDTH))
  return `    ${shown}${String(transactions).padStart(COUNT_WIDTH)}${amount}\n`
}
