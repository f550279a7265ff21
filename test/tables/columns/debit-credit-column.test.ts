/** `--out-values` names the words for money out. */

import { expect, test } from 'vitest'
import { readQuestion, readReadyRows } from '../../support/read-statement.ts'

const text =
  'Date,Note,Payee,Kind,Amount\n2026-03-01,a,Cafe,D,3.00\n2026-03-02,,Shop,C,4.00\n2026-03-03,b,Bar,D,5.00\n'

test('an empty word among those for money out is no word', () =>
  expect(readReadyRows(text, { out_values: ['D', ''] })).toEqual([
    '2026-03-01 -3.00 Cafe / a',
    '2026-03-02 4.00 Shop',
    '2026-03-03 -5.00 Bar / b',
  ]))

test('words for money out that are all empty are a slip', () =>
  expect(readQuestion(text, { out_values: ['', ' '] })).toBe(
    'The list of words for money out is empty -> Use e.g. --out-values D,Af',
  ))

test.each([
  ['날짜,내용,금액,구분', '지출', '수입'],
  ['日付,内容,金額,区分', '支出', '収入'],
  ['Data,Descrição,Valor,Tipo', 'Saída', 'Receita'],
  ['تاریخ,شرح,مبلغ,نوع', 'برداشت', 'واریز'],
])('%s: %s is money out, %s is money in', (heading, out, income) =>
  expect(readReadyRows(`${heading}\n2026-03-14,Bar,3.00,${out}\n2026-03-15,Pay,4.00,${income}\n`)).toEqual([
    '2026-03-14 -3.00 Bar',
    '2026-03-15 4.00 Pay',
  ]),
)

test('of two columns with directions the one that knows the direction of every row decides', () => {
  const kinds = Array.from({ length: 12 }, (_, at) => `2026-03-${at + 10},支付,支出,Shop ${at},${at + 1}.00`)
  const rows = ['2026-03-01,退款,收入,Cafe,3.00', '2026-03-02,还款,支出,Card,4.00', ...kinds]
  const [refund, repayment] = readReadyRows(`日期,交易类型,收/支,商户,金额\n${rows.join('\n')}\n`)
  expect([refund, repayment]).toEqual(['2026-03-01 3.00 Cafe / 退款', '2026-03-02 -4.00 Card / 还款'])
})

test('a Persian pair of columns of debits and credits is known by its headings', () =>
  expect(readReadyRows('تاریخ,شرح,بدهکار,بستانکار\n1403/05/20,Pay,0,9.00\n1403/05/21,Bar,5.00,0\n')).toEqual([
    '2024-08-10 9.00 Pay',
    '2024-08-11 -5.00 Bar',
  ]))
