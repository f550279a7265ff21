/** Where a row of a table has its texts: the bank's words, and the cells that may name a merchant. */ // import.md §3

import { nameKey } from '../../contract/normalize-name.ts'
import type { Minor } from '../../money/minor-units.ts'
import type { Column } from '../infer/column-profile.ts'
import type { Layout } from '../infer/table-layout.ts'
import type { FileRecord } from '../model/file-record.ts'
import { tidy } from '../text/collapse-whitespace.ts'
import { type BankTexts, joinTexts } from '../text/merchant-and-notes.ts'
import { hasPartyLabel } from '../text/merchant-name.ts'

interface Reading {
  layout: Layout
  minor: Minor | undefined
}

/** The bank's words of a row. */
export function bankTexts({ cells, more }: FileRecord, { layout, minor }: Reading): BankTexts {
  const { payee, notes, details, sources } = layout.texts
  const [only] = payee
  const [other] = notes
  // Most tables have one text or two; nothing is gathered then, which a large file would notice.
  if (only && isPlain(layout) && more === undefined && (!other || cells[only.at] !== ''))
    return {
      raw_payee: tidy(cells[only.at] ?? ''),
      raw_notes: other ? tidy(cells[other.at] ?? '') : '',
      details: '',
    }
  const cell = ({ at }: Column): string => tidy(cells[at] ?? '')
  const isFilled = ({ at }: Column): boolean => (cells[at] ?? '') !== ''
  const parties = partiesOf(layout, minor)
  const spoken = notes.filter(isFilled)
  const column = parties.find(isFilled) ?? spoken[0] ?? sources.find(isFilled) ?? details.find(isFilled)
  const said = spoken.filter((one) => one !== column).map(cell)
  const bank = {
    raw_payee: column ? cell(column) : '',
    raw_notes: said.length > 1 ? [...new Set(said)].join(' ') : (said[0] ?? ''),
    details: '',
  }
  const sides = sidesOf(layout, parties)
  if (details.length > 0 || sides.length > 1 || more !== undefined) {
    const others = [...withoutHolders(sides, cells, layout), ...details]
    const rest = others.filter((one) => one !== column && isFilled(one)).map(cell)
    const isNew = (text: string) =>
      /[\p{L}\p{N}]/u.test(text) && !bank.raw_payee.includes(text) && !bank.raw_notes.includes(text)
    bank.details = joinTexts([...rest, more ?? ''].filter(isNew))
  }
  return bank
}

/** The cells in which the merchant may be named, the likeliest first. */
export function merchantCells({ cells, more }: FileRecord, { layout, minor }: Reading): readonly string[] {
  const { notes, sources, isNamed } = layout.texts
  const parties = partiesOf(layout, minor)
  const isOnlyText = isPlain(layout) && notes.length === 0 && more === undefined
  // Where the holder is not known, the side from which money did not come may be theirs.
  const named =
    layout.holders.size === 0 || isOnlyText
      ? parties
      : withoutHolders(sidesOf(layout, parties), cells, layout)
  const found = [...named, ...sources].map(({ at }) => cells[at] ?? '')
  return isNamed ? found : labelledFirst(found)
}

/** One column names the other side, and at most one more says what it was about. */
const isPlain = ({ texts: { payee, payer, notes, details } }: Layout): boolean =>
  payee.length === 1 && notes.length <= 1 && payer.length + details.length === 0

/** The columns of the side money went to or came from, the likeliest first. */
const partiesOf = ({ texts: { payee, payer } }: Layout, minor: Minor | undefined): readonly Column[] =>
  payer.length > 0 && minor !== undefined && minor > 0n ? [...payer, ...payee] : payee

/** The columns of both sides. */
const sidesOf = ({ texts: { payee, payer } }: Layout, parties: readonly Column[]): readonly Column[] =>
  parties.length > 1 || payer.length > 0 ? [...new Set([...parties, ...payer, ...payee])] : parties

const withoutHolders = (
  sides: readonly Column[],
  cells: readonly string[],
  { holders }: Layout,
): readonly Column[] =>
  holders.size === 0 ? sides : sides.filter(({ at }) => !holders.has(nameKey(tidy(cells[at] ?? ''))))

// Where no heading names the other side, a label within a text may.
function labelledFirst(texts: readonly string[]): readonly string[] {
  if (!texts.some((text) => text.includes(':'))) return texts
  return texts.toSorted((one, other) => Number(hasPartyLabel(other)) - Number(hasPartyLabel(one)))
}
