/** Shows exports: their text as it is. */

import { definePlainTextView, type View } from '../output/view.ts'

/** An export: its text in chunks. */
export interface ExportText {
  chunks: AsyncIterable<string>
}

/** Writes an export chunk by chunk. */
export const exportView: View<ExportText> = {
  ...definePlainTextView<ExportText>(() => ''),
  streamText: ({ chunks }) => chunks,
}
