/** Tests that a zip is unpacked whole, or refused in one sentence. */

import { expect, test } from 'vitest'
import { isZip, unpackZip } from '../../../src/tables/sheets/unpack-zip.ts'
import { createZip, type ZipEntry } from '../../migrate/zip-files.ts'

const read = async (entries: readonly ZipEntry[]) =>
  (await unpackZip(createZip(entries))).map(({ path, bytes }) => [path, Buffer.from(bytes).toString()])

test('Files are unpacked with their paths, without folders and what macOS adds', async () => {
  const files = await read([
    { path: 'Ein Büdget/' },
    { path: 'Ein Büdget/Plan.csv', text: 'a,b' },
    { path: 'Ein Büdget/Register.csv', text: 'x'.repeat(100_000), stored: true },
    { path: '__MACOSX/Ein Büdget/._Plan.csv', text: 'z' },
  ])
  expect(files).toEqual([
    ['Ein Büdget/Plan.csv', 'a,b'],
    ['Ein Büdget/Register.csv', 'x'.repeat(100_000)],
  ])
})

test('An empty zip has no files', async () => {
  expect(await read([])).toEqual([])
})

test.each(['../a.csv', 'a/../../b.csv', '/etc/a.csv', 'C:/a.csv', '..\\a.csv'])(
  'The path %s is refused',
  async (path) => {
    await expect(read([{ path, text: 'a' }])).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringMatching(/^The zip has a path that points outside it: /),
    })
  },
)

test('An encrypted file is refused', async () => {
  await expect(read([{ path: 'a.csv', text: 'a', flags: 1 }])).rejects.toThrow('The zip is encrypted: a.csv')
})

test('A symbolic link is refused', async () => {
  await expect(read([{ path: 'a.csv', text: '/etc', mode: 0o120777 }])).rejects.toThrow(
    'The zip contains a symbolic link: a.csv',
  )
})

test('A zip that grows beyond the limit is refused while it is unpacked', async () => {
  const zip = createZip([
    { path: 'a.csv', text: 'a'.repeat(600) },
    { path: 'b.csv', text: 'b'.repeat(600) },
  ])
  await expect(unpackZip(zip, { bytes: 1000 })).rejects.toThrow('The zip is too large when unpacked: b.csv')
  expect(await unpackZip(zip, { bytes: 1200 })).toHaveLength(2)
})

test('A file that is larger than its header says is refused', async () => {
  const bomb = { path: 'a.csv', text: Buffer.alloc(10_000_000), claimedSize: 10 }
  await expect(read([bomb])).rejects.toThrow('The zip is damaged or cut off: a.csv')
})

test('A file whose header says that it is too large is refused before it is unpacked', async () => {
  const claimed = createZip([{ path: 'a.csv', text: 'a', claimedSize: 2000 }])
  await expect(unpackZip(claimed, { bytes: 1000 })).rejects.toThrow(
    'The zip is too large when unpacked: a.csv',
  )
})

test('A zip of too many files is refused', async () => {
  const zip = createZip(Array.from({ length: 3 }, (_, at) => ({ path: `${at}`, text: '' })))
  await expect(unpackZip(zip, { entries: 2 })).rejects.toThrow('The zip has 3 files; the limit is 2')
})

test('A file whose bytes have changed is refused', async () => {
  await expect(read([{ path: 'a.csv', text: 'abc', stored: true, crc: 1 }])).rejects.toThrow(
    'The zip is damaged or cut off: a.csv',
  )
})

test('A zip that is cut anywhere is refused in one sentence', async () => {
  const zip = createZip([
    { path: 'a.csv', text: 'a'.repeat(50) },
    { path: 'b.csv', text: 'b' },
  ])
  for (let length = 4; length < zip.length; length++) {
    const problem = await unpackZip(zip.subarray(0, length)).catch((error: unknown) => error)
    expect({ length, problem }).toMatchObject({ length, problem: { name: 'UserError' } })
  }
})

test('A zip with any byte changed is unpacked or refused, and nothing else happens', async () => {
  const zip = createZip([{ path: 'a.csv', text: 'a'.repeat(50) }])
  for (let at = 0; at < zip.length; at++) {
    const broken = Buffer.from(zip)
    broken[at] = (broken[at] ?? 0) ^ 0xff
    const result = await unpackZip(broken).catch((error: unknown) => error)
    if (!Array.isArray(result)) expect({ at, result }).toMatchObject({ at, result: { name: 'UserError' } })
  }
})

test('A zip is known by its first bytes', () => {
  expect(isZip(createZip([{ path: 'a' }]))).toBe(true)
  expect(isZip(createZip([]))).toBe(true)
  expect(isZip(Buffer.from('PKW'))).toBe(false)
})
