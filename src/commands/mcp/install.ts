/** `budget mcp install`: tells an assistant on this computer how to start budget. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { required, withDefault } from '../../command/option-spec.ts'
import { enumOption, textOption } from '../../command/options.ts'
import { clients, installServer, installView } from '../../mcp/install.ts'
import { levels } from '../../mcp/tool.ts'

export const install = defineStandaloneCommand({
  name: 'mcp install',
  summary: 'Let an assistant on this computer start budget',
  flags: {
    client: required(enumOption('The assistant; print shows the entry for any other', 'CLIENT', clients)),
    allow: withDefault(enumOption('How much it may do', 'LEVEL', levels), 'draft'),
    folder: textOption('The folder with bank files that it may preview', 'DIR'),
  },
  examples: [
    { when: 'For Claude Code', commandLine: 'budget mcp install --client claude-code' },
    { when: 'Only the text', commandLine: 'budget mcp install --client print --allow read' },
  ],
  mutates: (_, { client }) => client !== 'print',
  run: installServer,
  view: installView,
})
