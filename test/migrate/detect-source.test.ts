/** Tests that the program that wrote a file is known by the content of the file. */

import { expect, test } from 'vitest'
import { detectSource } from '../../src/migrate/detect-source.ts'
import type { SourceFile } from '../../src/tables/source-file.ts'
import { createFile, createPlan, createRegister } from './ynab/ynab-files.ts'

const detect = (...texts: string[]) => detectSource(texts.map((text, at) => createFile(`file ${at}`, text)))

const register = createRegister([])
const database: SourceFile = createFile('x', 'SQLite format 3\0…')

test.each<[string, string]>([
  ['budget', '{ "format": "budget archive", "version": 1 }'],
  ['ynab-json', '{"data":{"budget":{"id":"a"}}}'],
  ['ynab-json', '{\n  "budget": {\n "id": "a"}}'],
  ['ynab-json', '{"data":{"plan":{"id":"a"}}}'],
  ['ynab-json', '{"id":"a","name":"Home","last_modified_on":"2026-01-01"}'],
  ['ynab-json', '{"accounts":[{"balance":0,"closed":false,"name":"Checking","on_budget":true}]}'],
  ['ynab4', '{\n "masterCategories": [ { "name": "Bills", "entityVersion": "A-1" } ] }'],
  ['csv', 'Date,Description,Amount\n2026-08-15,Shop,-5.00\n'],
  ['csv', 'Datum;Text;Betrag\n15.08.2026;Laden;-5,00\n'],
])('A %s file is known: %s', (kind, text) => {
  expect(detect(text)).toBe(kind)
})

test('A file with the changes of a device of YNAB 4 is refused with what to use', () => {
  expect(() =>
    detect('{\n "endVersion": "A-1", "items": [ { "name": "Bills", "entityVersion": "A-1" } ] }'),
  ).toThrow('file 0 is only a part of a YNAB 4 budget')
})

test.each<[string, SourceFile[]]>([
  ['home.csv is empty', [createFile('home.csv', '')]],
  [
    'The file is a spreadsheet',
    [createFile('[Content_Types].xml', '<?xml version="1.0"?>'), createFile('xl/workbook.xml', '<?xml ?>')],
  ],
  [
    'budget.json is an error from the YNAB API, not a budget: Unauthorized',
    [createFile('budget.json', '{"error":{"id":"401","name":"unauthorized","detail":"Unauthorized"}}')],
  ],
  ['rows.csv has a header but no rows', [createFile('rows.csv', 'Date,Payee,Amount\n')]],
  ['a.zip is a zip inside the folder or zip', [createFile('a.zip', 'PK\u0003\u0004…')]],
])('It is said that %s', (message, files) => {
  expect(() => detectSource(files)).toThrow(message)
})

test('A database is a budget of Actual, with and without what lies beside it', () => {
  expect(detectSource([database])).toBe('actual')
  expect(
    detectSource([createFile('metadata.json', '{"id":"My-Finances-1","budgetName":"Home"}'), database]),
  ).toBe('actual')
})

test('A YNAB export is known by either of its tables, and beside any other file', () => {
  expect(detectSource([register])).toBe('ynab')
  expect(detectSource([createPlan([])])).toBe('ynab')
  const photo = { path: 'a.jpg', bytes: Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70]) }
  expect(detectSource([photo, createFile('a.csv', 'Date,Amount\n2026-08-15,1.00'), register])).toBe('ynab')
})

test('Files of two programs are asked', () => {
  expect(() => detectSource([register, database])).toThrow(
    'The files are from several programs: Register.csv (ynab), x (actual)',
  )
})

test('Files of no known program are named', () => {
  expect(() => detect('Hello', '')).toThrow('No budget was recognized: file 0, file 1')
  expect(() => detectSource([])).toThrow('No budget was recognized: there is no file')
  const many = Array.from({ length: 7 }, () => 'Hello')
  expect(() => detect(...many)).toThrow('file 3, file 4 and 2 more')
})
