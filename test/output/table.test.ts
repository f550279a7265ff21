/** Tests the layout of tables. */

import { describe, expect, it } from 'vitest'
import { plainStyle } from '../../src/output/style.ts'
import { createTableRenderer } from '../../src/output/table.ts'
import { terminalColors } from '../../src/output/theme.ts'
import { amountColumn, textColumn } from '../../src/output/view.ts'

const columns = [
  textColumn('name', 'Name'),
  amountColumn('balance', 'Balance'),
  textColumn('notes', 'Notes', { isDroppable: true }),
]
const renderTable = (width: number, ...lines: (string | null)[][]) =>
  createTableRenderer(columns, { ...plainStyle, width }, true).screen(lines)

describe('a table', () => {
  it('stands amounts right and groups their thousands', () => {
    expect(renderTable(80, ['Checking', '1234567.80', 'x'], ['Cash', '-5.00', 'y'])).toBe(
      'Name           Balance  Notes\nChecking  1,234,567.80  x\nCash             -5.00  y\n',
    )
  })

  it('lets a droppable column go before it cuts a word', () => {
    expect(renderTable(20, ['Checking', '10.00', 'a long note'])).toBe(
      'Name      Balance\nChecking    10.00\n',
    )
  })

  it('cuts words, never amounts', () => {
    expect(renderTable(20, ['A very long account name', '1234567.89', null])).toBe(
      'Name         Balance\nA ver…  1,234,567.89\n',
    )
  })

  it('measures wide characters as a terminal does', () => {
    expect(renderTable(80, ['東京', '1.00', null], ['Rome', '2.00', null])).toBe(
      'Name  Balance\n東京     1.00\nRome     2.00\n',
    )
  })

  it('shows what would steer the terminal instead of obeying it', () => {
    expect(renderTable(80, ['a\u001b[2Jb\u202ec\td', '1.00', null])).toContain('a^[[2Jb<U+202E>c d')
  })

  it('keeps the widths of its first screen, and widens only for an amount', () => {
    const table = createTableRenderer(columns, plainStyle, true)
    table.screen([['Checking', '10.00', null]])
    expect(table.screen([['A longer name', '1.00', null]])).toBe('A longe…     1.00\n')
    expect(table.screen([['Cash', '1000000.00', null]])).toBe('Cash  1,000,000.00\n')
  })

  it('goes on in later screens as it began', () => {
    const lines = [
      ['Checking', '-10.00', 'a note'],
      ['東京', '0.00', null],
      ['A', '1234.00', 'b'],
    ]
    const style = { ...plainStyle, colors: terminalColors, width: 80 }
    const table = createTableRenderer(columns, style, false)
    expect(table.screen(lines)).toBe(table.screen(lines))
  })

  it('drops what can be spared before words become unreadable, and cuts no date', () => {
    const columns = [
      textColumn('date', 'Date', { neverTruncate: true }),
      textColumn('account_name', 'Account', { dropPriority: 2 }),
      textColumn('merchant_name', 'Merchant', { minWidth: 9, dropPriority: 1 }),
      amountColumn('amount', 'Amount'),
    ]
    const row = ['2026-11-20', 'Checking', 'Corner Shop and Sons', '-1234.56']
    const at = (width: number): string | undefined =>
      createTableRenderer(columns, { ...plainStyle, width }, false)
        .screen([row])
        .split('\n')[0]
    expect([60, 40, 38, 32, 24].map(at)).toEqual([
      '2026-11-20  Checking  Corner Shop and Sons  -1,234.56',
      '2026-11-20  Check…  Corner S…  -1,234.56',
      '2026-11-20  Corner Shop an…  -1,234.56',
      '2026-11-20  Corner S…  -1,234.56',
      '2026-11-20  -1,234.56',
    ])
  })

  it('heads its columns anew when a wider amount leaves room for fewer', () => {
    const columns = [
      textColumn('account_name', 'Account', { dropPriority: 1 }),
      amountColumn('amount', 'Amount'),
    ]
    const table = createTableRenderer(columns, { ...plainStyle, width: 16 }, true)
    expect(table.screen([['Cash', '1.00']])).toBe('Account  Amount\nCash       1.00\n')
    expect(table.screen([['Cash', '1000000.00']])).toBe('      Amount\n1,000,000.00\n')
  })
})
