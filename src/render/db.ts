/** How the workspace's file, its check and its copies are shown. */

import { oneLine } from './sanitize.ts'
import { sheet, text } from './view.ts'

interface FilePath {
  path: string
}

/** The path alone, so that a shell can use it. */
export const filePath = sheet<FilePath, FilePath>({
  columns: [text('path', 'File')],
  say: ({ path }) => `${path}\n`,
  prose: true,
  verbatim: true,
})

/** What a check found in a file. */
export interface FileCheck {
  path: string
  problems: string[]
}

/** The problems, a line each. */
export const checkSheet = sheet<FileCheck, { problem: string }>({
  columns: [text('problem', 'Problem')],
  rows: ({ problems }) => problems.map((problem) => ({ problem })),
  fields: () => ['path', 'problems'],
  say: ({ path, problems }, { paint }) => {
    if (problems.length === 0) return `${oneLine(path)} is sound, and every figure in it adds up\n`
    return problems.map((problem) => `${paint.red(oneLine(problem))}\n`).join('')
  },
})

interface Backup {
  from: string
  path: string
  /** Always true: scripts of before read it. */
  written: true
}

/** One line about a copy. */
export const backupSheet = sheet<Backup, Backup>({
  columns: [text('from', 'From'), text('path', 'Copy'), text('written', 'Written')],
  say: ({ path }) => `The workspace is copied to ${oneLine(path)}\n`,
})
