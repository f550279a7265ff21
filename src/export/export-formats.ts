/** Lists the formats of exports: how each is named and written, and which command shows what is in such a file. */

import { writeBeancount } from './beancount.ts'
import { writeCsv } from './csv.ts'
import type { ExportWriter } from './export-facts.ts'
import { writeHledger } from './hledger.ts'
import { writeIcs } from './ics.ts'
import { writeLedger } from './ledger.ts'
import { writeNdjson } from './ndjson.ts'
import { writeQif } from './qif.ts'

/** A format of exports. */
export interface ExportFormat {
  /** What the program is, for a list of choices. */
  label: string
  /** The extensions of files that have this format, without the dot. */
  extensions: readonly string[]
  /** True if it can hold envelopes. */
  holdsEnvelopes: boolean
  /** Whether it holds what is planned, and nothing else. */
  holdsSchedules?: 'too' | 'only'
  /** Returns a command that shows what is in a file; undefined where there is none to suggest. */
  formatInspectCommand?: (path: string) => string
  write: ExportWriter
}

/** The formats by the word that --to takes. */
export const exportFormats = {
  hledger: {
    label: 'hledger: a journal',
    extensions: ['journal', 'hledger', 'j'],
    holdsEnvelopes: true,
    holdsSchedules: 'too',
    formatInspectCommand: (path) => `hledger -f ${path} bal`,
    write: writeHledger,
  },
  ledger: {
    label: 'ledger: a journal',
    extensions: ['ledger', 'ldg'],
    holdsEnvelopes: true,
    formatInspectCommand: (path) => `ledger -f ${path} bal`,
    write: writeLedger,
  },
  beancount: {
    label: 'beancount: a ledger, also for fava and fava-envelope',
    extensions: ['beancount', 'bean'],
    holdsEnvelopes: true,
    formatInspectCommand: (path) => `bean-query ${path} "SELECT account, sum(position) GROUP BY account"`,
    write: writeBeancount,
  },
  csv: {
    label: 'csv: a table for spreadsheets',
    extensions: ['csv'],
    holdsEnvelopes: false,
    write: writeCsv,
  },
  ndjson: {
    label: 'ndjson: one JSON object per line, for scripts',
    extensions: ['ndjson', 'jsonl'],
    holdsEnvelopes: false,
    write: writeNdjson,
  },
  qif: {
    label: 'qif: for Quicken, GnuCash and others',
    extensions: ['qif'],
    holdsEnvelopes: false,
    write: writeQif,
  },
  ics: {
    label: 'ics: what is planned, for a calendar',
    extensions: ['ics'],
    holdsEnvelopes: false,
    holdsSchedules: 'only',
    write: writeIcs,
  },
} as const satisfies Readonly<Record<string, ExportFormat>>

/** The word for a format of exports. */
export type ExportFormatName = keyof typeof exportFormats

/** Returns the names of the formats. */
export const listExportFormats = (): ExportFormatName[] =>
  // The keys of an object literal are those of its type.
  Object.keys(exportFormats) as ExportFormatName[]

/** Returns a format by its name. */
export const getExportFormat = (name: ExportFormatName): ExportFormat => exportFormats[name]

/** Returns the format that the extension of a path stands for. */
export const findFormatByPath = (path: string): ExportFormatName | undefined => {
  const extension = /\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  return listExportFormats().find((name) => getExportFormat(name).extensions.includes(extension))
}
