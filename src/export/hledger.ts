/** Writes a journal that hledger checks as strict. @see docs/export.md#hledger */

import type { ExportWriter } from './export-facts.ts'
import { collapseSpace, type JournalDialect, writeJournal } from './journal-text.ts'

// hledger reads tags such as `date:` and dates in brackets in every comment of a posting.
const toPlainComment = (text: string): string =>
  collapseSpace(text.replaceAll(':', ' : ').replaceAll('[', '(').replaceAll(']', ')'))

const dialect: JournalDialect = {
  formatDirectives: ({ currency, decimals }) =>
    `commodity 1000.${'0'.repeat(decimals)} ${currency}\ntag reconciled\n`,
  // In a description hledger reads no tags; only `;` begins a comment.
  formatNotes: (notes) => ` | ${collapseSpace(notes.replaceAll(';', ','))}\n`,
  formatPostingNotes: (notes) => `    ; ${toPlainComment(notes)}\n`,
  reconciledMark: '  ; reconciled:',
}

/** Writes a workspace as a journal of hledger. */
export const writeHledger: ExportWriter = (facts) => writeJournal(facts, dialect)
