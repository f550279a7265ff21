/** `budget mcp`: lets an assistant read the budget and draft changes. */

import { defineCommand } from '../../command/define.ts'
import { withDefault } from '../../command/option-spec.ts'
import { enumOption, textOption } from '../../command/options.ts'
import { serveOverStdio } from '../../mcp/serve-command.ts'
import { levels } from '../../mcp/tool.ts'
import { emptyView } from '../../output/view.ts'

export const serve = defineCommand({
  name: 'mcp serve',
  summary: 'Let an assistant read the budget and draft changes, over stdin and stdout (MCP)',
  flags: {
    allow: withDefault(
      enumOption(
        'How much it may do: read, draft changes, apply them when you agree, or apply them',
        'LEVEL',
        levels,
      ),
      'draft',
    ),
    folder: textOption('The folder with bank files that it may preview', 'DIR'),
  },
  examples: [
    { when: 'As an assistant starts it', commandLine: 'budget mcp' },
    { when: 'It may only read', commandLine: 'budget mcp --allow read' },
  ],
  isAtomic: false,
  run: serveOverStdio,
  view: emptyView,
})
