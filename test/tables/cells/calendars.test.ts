/** Digits, marks, months and calendars of other scripts give plain dates and amounts. */

import { describe, expect, test } from 'vitest'
import { detectDateStyles, parseDateCell } from '../../../src/tables/cells/dates.ts'
import { toPlainNotation } from '../../../src/tables/cells/local-notation.ts'
import { readReadyRows } from '../../support/read-statement.ts'

describe('a date of another calendar', () => {
  test.each([
    ['03/11/2568', 'dmy', '2025-11-03'],
    ['29/02/2567', 'dmy', '2024-02-29'],
    ['29/02/2568', 'dmy', undefined],
    ['2568-11-03', 'ymd', '2025-11-03'],
    ['3 Nov 2568', 'name', '2025-11-03'],
    ['1403/01/01', 'ymd', '2024-03-20'],
    ['1403/08/13', 'ymd', '2024-11-03'],
    ['1403/12/30', 'ymd', '2025-03-20'],
    ['1404/12/30', 'ymd', undefined],
    ['1400/01/01', 'ymd', '2021-03-21'],
    ['31/02/1404', 'dmy', '2025-05-21'],
    ['113/11/03', 'ymd', '2024-11-03'],
    ['099/12/31', 'ymd', '2010-12-31'],
    ['民國113年11月3日', 'ymd', '2024-11-03'],
    ['113年02月29日', 'ymd', '2024-02-29'],
    ['R8.9.19', 'ymd', '2026-09-19'],
    ['令和元年5月1日', 'ymd', '2019-05-01'],
    ['平成31年4月30日', 'ymd', '2019-04-30'],
    ['S64.1.7', 'ymd', '1989-01-07'],
    ['R8.13.1', 'ymd', undefined],
    ['R8.9.19', 'dmy', undefined],
    ['2026/11/03', 'ymd', '2026-11-03'],
  ] as const)('%s (%s) is %s', (cell, style, date) => expect(parseDateCell(cell, style)).toBe(date))

  test('begins with the year where that has three digits', () => {
    expect(detectDateStyles('113/11/03')).toEqual(['ymd'])
    expect(detectDateStyles('113/13/03')).toEqual([])
  })
})

describe('a cell', () => {
  test.each([
    ['٣/١١/٢٠٢٦', '3/11/2026'],
    ['۱۴۰۳/۰۸/۱۳', '1403/08/13'],
    ['‏١٬٢٣٤٫٥٠-‏', '1,234.50-'],
    ['๓ พ.ย. ๒๕๖๘', '3 Nov 2568'],
    ['3 พฤศจิกายน พ.ศ. 2568', '3 Nov 2568'],
    ['١٥ تشرين الثاني ٢٠٢٦', '15 Nov 2026'],
    ['۱۳ آبان ۱۴۰۳', '1403/8/13'],
    ['２０２６／１１／０３', '2026/11/03'],
    ['－１，２３４．５０', '-1,234.50'],
  ])('%s is %s', (cell, plain) => expect(toPlainNotation(cell)).toBe(plain))

  test.each(['セブン１２３', 'فاتورة ١٢', 'ร้าน ๗', '東京'])('of text stays as it is: %s', (cell) =>
    expect(toPlainNotation(cell)).toBe(cell),
  )

  test('loses the marks of the direction of writing', () =>
    expect(toPlainNotation('‫التاريخ‬')).toBe('التاريخ'))
})

describe('a file is read without a flag when it is', () => {
  test.each([
    [
      'Thai, with Buddhist years',
      'THB',
      'วันที่,รายการ,ถอน,ฝาก,คงเหลือ\n๐๓/๑๑/๒๕๖๘,ร้าน ๗,"๑,๒๓๔.๕๐",,"8,765.50"\n14/11/2568,เงินเดือน,,"20,000.00","28,765.50"\n',
      ['2025-11-03 -1234.50 ร้าน ๗', '2025-11-14 20000.00 เงินเดือน'],
    ],
    [
      'Thai, with Buddhist years of two digits',
      'THB',
      'วันที่,รายการ,จำนวนเงิน\n29/02/67,ร้าน,-50.00\n15/03/67,ร้าน,-20.00\n14/01/70,เงินเดือน,900.00\n',
      ['2024-02-29 -50.00 ร้าน', '2024-03-15 -20.00 ร้าน', '2027-01-14 900.00 เงินเดือน'],
    ],
    [
      'Thai, with common years of two digits',
      'THB',
      'วันที่,รายการ,จำนวนเงิน\n28/02/26,ร้าน,-50.00\n15/03/26,ร้าน,-20.00\n',
      ['2026-02-28 -50.00 ร้าน', '2026-03-15 -20.00 ร้าน'],
    ],
    [
      'Arabic, with marks of direction',
      'EGP',
      '‏التاريخ‏;‏البيان‏;‏المبلغ‏;‏الرصيد‏\n١٣/١١/٢٠٢٦;متجر;-١٬٢٣٤٫٥٠;٨٬٧٦٥٫٥٠\n١٤/١١/٢٠٢٦;راتب;٢٠٬٠٠٠٫٠٠;٢٨٬٧٦٥٫٥٠\n',
      ['2026-11-13 -1234.50 متجر', '2026-11-14 20000.00 راتب'],
    ],
    [
      'Persian, with Persian years',
      'IRR',
      'تاریخ,شرح,مبلغ,مانده\n۱۴۰۳/۰۸/۱۳,فروشگاه,-۱۲۳۴,۸۷۶۶\n۱۴۰۳/۰۸/۱۴,حقوق,۲۰۰۰۰,۲۸۷۶۶\n',
      ['2024-11-03 -1234.00 فروشگاه', '2024-11-04 20000.00 حقوق'],
    ],
    [
      'Chinese, with years of the Republic',
      'TWD',
      '日期,摘要,支出,存入,餘額\n113/11/03,商店,"1,234",,"8,766"\n113/11/14,薪資,,"20,000","28,766"\n',
      ['2024-11-03 -1234.00 商店', '2024-11-14 20000.00 薪資'],
    ],
    [
      'Japanese, with full-width digits',
      'JPY',
      '日付,摘要,金額,残高\n２０２６／１１／０３,店,－１２３４,８７６６\n２０２６／１１／１４,給与,２００００,２８７６６\n',
      ['2026-11-03 -1234 店', '2026-11-14 20000 給与'],
    ],
  ])('%s', (_, currency, text, rows) => expect(readReadyRows(text, {}, currency)).toEqual(rows))
})
