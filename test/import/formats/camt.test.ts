/** CAMT.053 and CAMT.052 files are read. */

import { expect, test } from 'vitest'
import { readReadyRows, readText } from '../../support/read-statement.ts'

const parties = (role: string, name: string) => `<${role}><Nm>${name}</Nm></${role}>`
const entry = (mark: string, amount: string, more = '', status = 'BOOK') => `
<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Sts>${status}</Sts>
<BookgDt><Dt>2026-11-05</Dt></BookgDt><ValDt><Dt>2026-11-07</Dt></ValDt>${more}</Ntry>`
const details = (names: string, text: string) =>
  `<NtryDtls><TxDtls><RltdPties>${names}</RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls>`
const balance = (code: string, amount: string, mark = 'CRDT') =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Dt><Dt>2026-11-05</Dt></Dt></Bal>`
const file = (...inside: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Acct><Id><IBAN>DE02100100100006820101</IBAN></Id><Ccy>EUR</Ccy></Acct>${inside.join('')}</Stmt></BkToCstmrStmt></Document>`

test('an entry is read with its direction, the other side and the purpose', () => {
  const both = parties('Dbtr', 'Jo &amp; Co') + parties('Cdtr', 'Stadtwerke')
  const text = file(
    balance('OPBD', '100.00'),
    balance('CLBD', '34.50', 'DBIT'),
    entry('DBIT', '12.5', details(both, 'Strom')),
    entry('CRDT', '3.00', details(both, 'Rest')),
    entry('CRDT', '4.00', `<RvslInd>true</RvslInd>${details(both, 'Zurück')}`),
    entry('DBIT', '5.00', '<AddtlNtryInf>Kontoführung</AddtlNtryInf>'),
  )
  expect(readReadyRows(text)).toEqual([
    '2026-11-05 -12.50 Stadtwerke / Strom',
    '2026-11-05 3.00 Jo & Co / Rest',
    // A payment that was returned by its recipient.
    '2026-11-05 4.00 Stadtwerke / Zurück',
    '2026-11-05 -5.00 Kontoführung',
  ])
  const statement = readText(text)
  expect(statement.closing).toMatchObject({ minor: -3450n })
  expect(statement).toMatchObject({
    format: 'CAMT',
    account: 'DE02100100100006820101',
    sign: 'flag',
    currency: 'EUR',
  })
})

test('an entry without a name or a purpose is named by what the bank adds to the payment', () =>
  expect(
    readReadyRows(
      file(entry('DBIT', '1.50', '<NtryDtls><TxDtls><AddtlTxInf>Havi díj</AddtlTxInf></TxDtls></NtryDtls>')),
    ),
  ).toEqual(['2026-11-05 -1.50 Havi díj']))

test('XXX states no currency', () => {
  const text = file(balance('CLBD', '88.00'), entry('DBIT', '12.00')).replaceAll('EUR', 'XXX')
  expect(readReadyRows(text, {}, 'CHF')).toHaveLength(1)
  expect(readText(text, {}, 'CHF')).toMatchObject({ currency: undefined, closing: { minor: 8800n } })
})

test('what is not booked is pending, what only informs is no transaction', () => {
  const text = file(
    entry('DBIT', '1.00', '', 'PDNG'),
    entry('DBIT', '2.00', '', '<Cd>PDNG</Cd>'),
    entry('DBIT', '3.00', '', 'INFO'),
    entry('DBIT', '4.00', '', '<Cd>BOOK</Cd>'),
  )
  expect([...readText(text).rows()].map(({ disposition }) => disposition)).toEqual([
    'pending',
    'pending',
    'excluded',
    'ready',
  ])
})

test('an entry that says neither in nor out is rejected', () => {
  const [row] = readText(file(entry('', '1.00'))).rows()
  expect(row).toMatchObject({
    disposition: 'rejected',
    reason: 'Nothing shows whether money came in or went out',
  })
})

test('several payments booked as one sum are named by the bank’s own words', () => {
  const two = details(parties('Cdtr', 'A'), 'a').replace(
    '</NtryDtls>',
    '<TxDtls><RltdPties><Cdtr><Nm>B</Nm></Cdtr></RltdPties></TxDtls></NtryDtls>',
  )
  expect(readReadyRows(file(entry('DBIT', '9.00', `${two}<AddtlNtryInf>Sammler</AddtlNtryInf>`)))).toEqual([
    '2026-11-05 -9.00 Sammler / A; B',
  ])
})
