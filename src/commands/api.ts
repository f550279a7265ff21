/** `budget api`: calls an endpoint of the API and prints its response. */

import { defineCommand } from '../command/define.ts'
import { booleanFlag, repeatable } from '../command/option-spec.ts'
import { enumOption, fileOption, textOption } from '../command/options.ts'
import { responseBodyView } from '../output/raw-response.ts'
import { callEndpoint, methods } from '../setup/call-endpoint.ts'

export const api = defineCommand({
  name: 'api',
  summary: 'Call an API endpoint and print the response',
  arguments: {
    method: { ...enumOption('The HTTP method', 'METHOD', methods) },
    path: textOption(
      'The path within the workspace, such as /accounts, or a full path that starts with /v1',
      'PATH',
    ),
  },
  flags: {
    field: repeatable(
      textOption(
        'A field of the body, or a parameter of GET and DELETE; a.b=c sets a nested field',
        'KEY=VALUE',
      ),
    ),
    input: fileOption('A file with the JSON body; - is stdin'),
    paginate: booleanFlag('Follow next_cursor to the last page'),
    include: booleanFlag('Also print the status and headers'),
  },
  shortFlags: { field: 'F', include: 'i' },
  examples: [
    { when: 'The accounts as the API returns them', commandLine: 'budget api GET /accounts' },
    {
      when: 'Every transaction, page by page',
      commandLine: 'budget api GET /transactions -F limit=500 --paginate',
    },
    { when: 'Create a merchant', commandLine: 'budget api POST /merchants -F name="Corner Shop"' },
    {
      when: 'A body from another program',
      commandLine: 'budget api PATCH /transactions/txn_01 --input - < changes.json',
    },
  ],
  mutates: ([method]) => method !== 'GET',
  run: callEndpoint,
  view: responseBodyView,
})
