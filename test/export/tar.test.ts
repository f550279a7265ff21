/** Tests that the files of a tar hold what was written, however long they are. */

import { unpackTar } from 'modern-tar'
import { expect, test } from 'vitest'
import { createFilePacker, TAR_END } from '../../src/export/archive/tar.ts'

test('files of several chunks are unpacked as they were, wherever a chunk ends within a character', async () => {
  const files = [
    ['long.ndjson', ['€'.repeat(60_000), 'ä\n']],
    ['short.ndjson', ['x\n']],
    ['empty.ndjson', []],
    ['block.ndjson', ['y'.repeat(512)]],
  ] as const
  const packFile = createFilePacker()
  let tar = ''
  for (const [name, lines] of files) for await (const chunk of packFile(name, lines)) tar += chunk
  const unpacked = await unpackTar(Buffer.from(tar + TAR_END))
  expect(unpacked.map(({ header, data }) => [header.name, Buffer.from(data ?? []).toString()])).toEqual(
    files.map(([name, lines]) => [name, lines.join('')]),
  )
})
