/** Tests the rules that give the rows of the next file the merged names. */

import { describe, expect, it } from 'vitest'
import { toPlainName } from '../../../src/cleanup/merchants/plain-name.ts'
import { toNameKey } from '../../../src/contract/normalize-name.ts'
import { addRenameRules } from '../../../src/import/layouts/build-rename-rules.ts'
import { createConditionMatcher } from '../../../src/import/layouts/row-rules.ts'
import type { LayoutRule } from '../../../src/import/layouts/saved-layout.ts'
import { haveBankPayees, readBankPayees } from '../../cleanup/merchants/bank-payees.ts'

const WAITROSE = { from: 'Waitrose 522 London', to: 'Waitrose' }

const build = (
  renames: readonly { from: string; to: string }[],
  {
    rules = [],
    merchants = [],
    keepsRawNames = false,
  }: { rules?: readonly LayoutRule[]; merchants?: readonly string[]; keepsRawNames?: boolean } = {},
) => addRenameRules({ rules, renames, merchants, keepsRawNames })

describe('the condition of a rule', () => {
  it.each([
    ['is the text of the name', 'Waitrose 522 London', 'Waitrose', [], 'Waitrose 522 London'],
    ['is the whole name if it is one word', 'Amzn', 'Amazon', [], '/^Amzn$/'],
    [
      'is the whole name if another merchant contains it',
      'Blue Heron',
      'Heron',
      ['Blue Heron Books'],
      '/^Blue Heron$/',
    ],
    ['is what the import extracts', 'AMZN Mktp*2R4GH', 'Amazon', [], 'AMZN Mktp'],
    ['is the beginning before a code', 'Amazon.de AB12C3D', 'Amazon', ['Amazon Prime'], '/^Amazon\\.de/'],
    [
      'is no beginning of another merchant',
      'Amazon.de AB12C3D',
      'Amazon',
      ['Amazon.de Gifts'],
      'Amazon.de AB12C3D',
    ],
  ])('%s', async (_, from, to, others, payee) => {
    expect(await build([{ from, to }], { merchants: [from, to, ...others] })).toEqual([
      { if: { payee }, merchant: to },
    ])
  })

  it.each(['Sumup X7Y99Z1', 'PayPal', 'Cafe'])('is missing for %s, which names no shop', async (from) => {
    expect(await build([{ from, to: 'Kiosk' }])).toEqual([])
    expect(await build([{ from, to: 'Kiosk' }], { keepsRawNames: from.includes(' ') })).not.toContainEqual({
      if: { payee: '/^Sumup/' },
      merchant: 'Kiosk',
    })
  })

  it('matches the text of the bank where the layout keeps it', async () => {
    const rename = { from: 'POS DEBIT BLUE HERON COFFEE #0042', to: 'Blue Heron Coffee' }
    expect(await build([rename])).toEqual([])
    expect(await build([rename], { keepsRawNames: true })).toEqual([
      { if: { payee: '/^POS DEBIT BLUE HERON COFFEE/' }, merchant: rename.to },
    ])
  })
})

describe('a rule among others', () => {
  it('is not added twice, nor for a second name that it matches', async () => {
    const renames = [
      WAITROSE,
      { from: 'AMZN Mktp*2R4GH', to: 'Amazon' },
      { from: 'AMZN Mktp*99', to: 'Amazon' },
    ]
    const rules = await build(renames)
    expect(rules).toHaveLength(2)
    expect(await build(renames, { rules })).toEqual(rules)
  })

  it('comes before the rule that would hide it, and does what that one does', async () => {
    const rules: LayoutRule[] = [
      { if: { payee: '/waitrose/', notes: 'gift' }, category: 'Gifts' },
      { if: { payee: 'waitrose' }, category: 'Groceries' },
    ]
    const added = await build([WAITROSE], { rules })
    expect(added).toEqual([
      { if: { payee: 'Waitrose 522 London', notes: 'gift' }, category: 'Gifts', merchant: 'Waitrose' },
      rules[0],
      { if: { payee: 'Waitrose 522 London' }, category: 'Groceries', merchant: 'Waitrose' },
      rules[1],
    ])
    expect(await build([WAITROSE], { rules: added })).toEqual(added)
  })

  it.each([
    { if: { payee: 'waitrose' }, skip: true as const },
    { if: { payee: 'waitrose' }, transfer: 'Savings' },
    { if: { payee: 'waitrose' }, merchant: 'Corner shop' },
  ])('is not added where the user has decided: %j', async (rule) => {
    expect(await build([WAITROSE], { rules: [rule] })).toEqual([rule])
  })

  it('gives the new name where it gave the old one', async () => {
    const rules = [{ if: { payee: 'wtr' }, merchant: 'waitrose 522  london', category: 'Groceries' }]
    expect(await build([WAITROSE], { rules })).toEqual([
      { if: { payee: 'wtr' }, merchant: 'Waitrose', category: 'Groceries' },
      { if: { payee: 'Waitrose 522 London' }, merchant: 'Waitrose' },
    ])
  })

  it('is refused with a pattern that is invalid', async () => {
    await expect(build([WAITROSE], { rules: [{ if: { payee: '/(/' }, skip: true }] })).rejects.toThrow(
      'Invalid regular expression',
    )
  })
})

describe.skipIf(!haveBankPayees)('the rules for names in bank files', () => {
  it.each([false, true])(
    "match that name and no other one; the bank's text is kept: %s",
    async (keepsRawNames) => {
      const { matches } = createConditionMatcher()
      let count = 0
      for (const rows of readBankPayees().values()) {
        const names = [...new Set(rows.map(({ text }) => (keepsRawNames ? text : toPlainName(text))))]
        const merchants = [...new Map(names.map((name) => [toNameKey(name), name])).values()].slice(0, 60)
        for (const from of merchants) {
          const [rule] = await build([{ from, to: 'Another shop' }], { merchants, keepsRawNames })
          const payee = rule?.if['payee']
          if (payee === undefined) continue
          count++
          for (const name of merchants)
            expect({ payee, name, is: await matches(payee, name) }).toEqual({
              payee,
              name,
              is: name === from,
            })
        }
      }
      expect(count).toBeGreaterThan(200)
    },
  )
})
