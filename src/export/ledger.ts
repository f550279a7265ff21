/** Writes a journal that ledger checks as pedantic. @see docs/export.md#ledger */

import type { ExportWriter } from './export-facts.ts'
import { collapseSpace, type JournalDialect, writeJournal } from './journal-text.ts'

// The value of a tag is text for ledger, whatever it holds; in any other comment it reads tags, dates and expressions.
const formatNotes = (notes: string): string => `    ; Note: ${collapseSpace(notes)}\n`

const dialect: JournalDialect = {
  formatDirectives: ({ currency, decimals }) =>
    `commodity ${currency}\n    format 1000${decimals === 0 ? '' : `.${'0'.repeat(decimals)}`} ${currency}\ntag Note\ntag reconciled\n`,
  formatNotes: (notes) => `\n${formatNotes(notes)}`,
  formatPostingNotes: formatNotes,
  reconciledMark: '  ; :reconciled:',
}

/** Writes a workspace as a journal of ledger. */
export const writeLedger: ExportWriter = (facts) => writeJournal(facts, dialect)
