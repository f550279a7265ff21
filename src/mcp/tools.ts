/** Lists the tools by level, in the order in which clients see them. */

import { applyAfterForm, applyAtOnce, undo } from './draft/apply-tools.ts'
import { draftTools } from './draft/draft-tools.ts'
import { explain } from './read/explain.ts'
import { findProblems } from './read/find-problems.ts'
import { findTransactions } from './read/find-transactions.ts'
import { overview } from './read/overview.ts'
import { previewImport } from './read/preview-import.ts'
import { report } from './read/report.ts'
import type { Level, Tool } from './tool.ts'

const readTools: readonly Tool[] = [overview, findTransactions, report, explain, findProblems, previewImport]

/** The tools of each level. */
const toolsByLevel: Readonly<Record<Level, readonly Tool[]>> = {
  read: readTools,
  draft: [...readTools, ...draftTools],
  ask: [...readTools, ...draftTools, applyAfterForm],
  apply: [...readTools, ...draftTools, applyAtOnce, undo],
}

/** Returns the tools of a level. */
export const listTools = (level: Level): readonly Tool[] => toolsByLevel[level]
