/** Tests that a list in a JSON file is changed without touching the text around it. */

import { describe, expect, it } from 'vitest'
import { replaceListItems } from '../../src/config/edit-json-list.ts'

const REWE = { if: { payee: 'rewe' }, merchant: 'Rewe' }
const SKIP = { if: { payee: '"[,]"' }, skip: true }
const ADDED = { if: { payee: '/^Amazon\\.de/' }, merchant: 'Amazon' }

describe('a list in a JSON text', () => {
  it('keeps how the user wrote the items, their order of fields and the rest of the file', () => {
    const text = `{
    "my note": "rules: [none]",
    "nested": { "rules": ["no"] },
    "rules": [
        {"merchant":"Rewe",   "if": {"payee": "rewe"}},
        {
          "if": { "payee": "\\"[,]\\"" }, "skip": true
        }
    ],
    "accounts": [ ]
}
`
    const items = [{ merchant: 'Rewe', if: { payee: 'rewe' } }, ADDED, SKIP]
    expect(replaceListItems(text, 'rules', items)).toBe(`{
    "my note": "rules: [none]",
    "nested": { "rules": ["no"] },
    "rules": [
        {"merchant":"Rewe",   "if": {"payee": "rewe"}},
        { "if": { "payee": "/^Amazon\\\\.de/" }, "merchant": "Amazon" },
        {
          "if": { "payee": "\\"[,]\\"" }, "skip": true
        }
    ],
    "accounts": [ ]
}
`)
  })

  it.each([
    [
      '{\n  "rules": []\n}\n',
      '{\n  "rules": [\n    { "if": { "payee": "rewe" }, "merchant": "Rewe" }\n  ]\n}\n',
    ],
    [
      '{\r\n\t"rules": []}',
      '{\r\n\t"rules": [\r\n\t\t{ "if": { "payee": "rewe" }, "merchant": "Rewe" }\r\n\t]}',
    ],
    ['{"a":1,"rules":[]}', '{"a":1,"rules":[\n    { "if": { "payee": "rewe" }, "merchant": "Rewe" }\n  ]}'],
  ])('gets its first item: %j', (text, expected) => {
    expect(replaceListItems(text, 'rules', [REWE])).toBe(expected)
    expect(JSON.parse(expected)).toMatchObject({ rules: [REWE] })
  })

  it('counts the last of two fields with the same name, as JSON does', () => {
    const edited = replaceListItems('{"rules":[1],"rules":[2]}', 'rules', [3]) ?? ''
    expect(JSON.parse(edited)).toEqual({ rules: [3] })
  })

  it('is not found where it is no list of the outermost object', () => {
    for (const text of ['{}', '{"rules":{"rules":[]}}', '{"a":"rules","b":[]}', '["rules",[]]'])
      expect(replaceListItems(text, 'rules', [REWE])).toBeUndefined()
  })
})
