/** Payee, notes and details come from the right columns. */

import { describe, expect, test } from 'vitest'
import {
  buildFingerprints,
  claimImportedRow,
  packFingerprints,
} from '../../../src/import/matching/row-fingerprints.ts'
import { readText } from '../../support/read-statement.ts'

/** Returns `payee / notes` of the rows of a table, with extracted merchants. */
const named = (...lines: string[]): string[] =>
  [...readText(`${lines.join('\n')}\n`, { raw_merchants: false }).rows()]
    .filter(({ disposition }) => disposition === 'ready')
    .map(({ payee, notes }) => `${payee}${notes && ` / ${notes}`}`)

describe('the merchant is', () => {
  test('the name beside an account and a kind, which stand in the notes', () => {
    expect(
      named(
        'Datum;Soort;Tegenrekening;Naam tegenpartij;Omschrijving;Bedrag',
        '2026-11-02;Incasso;NL00BANK0123456789;Wasserij Wit;november;-5,00',
        '2026-11-03;Betaling;NL11BANK0123456780;Kaas Kok;markt;-6,00',
      ),
    ).toEqual([
      'Wasserij Wit / november; Incasso; NL00BANK0123456789',
      'Kaas Kok / markt; Betaling; NL11BANK0123456780',
    ])
  })

  test('named by a heading of two parts, with or without accents', () => {
    expect(named('Datum;Příjemce / Plátce;Částka', '2026-11-02;Květiny Jana;-5,00')).toEqual(['Květiny Jana'])
    expect(named('Datum;Nazev protiuctu;Castka', '2026-11-02;Kvetiny Jana;-5,00')).toEqual(['Kvetiny Jana'])
  })

  test('never an identifier, and the shop where one is named', () => {
    expect(
      named(
        'Data;Descrição;Valor;Identificador',
        '01/03/2026;PIX RECEBIDO;10,00;abc123',
        '14/03/2026;COMPRA;-5,00;def456',
      ),
    ).toEqual(['PIX RECEBIDO', 'COMPRA'])
    expect(
      named('Дата;Сумма;Магазин;Описание', '14.03.2026;-5,00;Пекарня;хлеб', '15.03.2026;9,00;;зарплата'),
    ).toEqual(['Пекарня / хлеб', 'зарплата'])
    expect(named('거래일시,적요,기재내용,출금액,입금액', '2026-03-14,타행이체,가나유통,5000,0')).toEqual([
      '가나유통 / 타행이체',
    ])
    expect(
      named(
        'Könyvelés dátuma;Ellenoldali név;Közlemény;Összeg',
        '2026-03-14;Pék Kft.;kenyér;-5',
        '2026-03-15;Ada;bér;9',
      ),
    ).toEqual(['Pék Kft. / kenyér', 'Ada / bér'])
  })

  test('never the status of the other side', () =>
    expect(named('Date,Name,Amount,Counterparty Status', '2026-03-14,Ada Bee,-5.00,Verified')).toEqual([
      'Ada Bee / Verified',
    ]))

  test('the payer of what comes in, and never the holder of the account', () => {
    expect(
      named(
        'Datum;Auftraggeber;Empfänger;Betrag',
        '2026-11-02;Ada Muster;Eisdiele;-5,00',
        '2026-11-02;Ada Muster;Teestube;-7,00',
        '2026-11-03;Firma Ost;Ada Muster;9,00',
        '2026-11-04;;Ada Muster;1,00',
      ),
    ).toEqual(['Eisdiele', 'Teestube', 'Firma Ost', 'Ada Muster'])
    expect(
      named(
        'Account holder;Ada Muster',
        'Date;Payee;Description;Amount',
        '2026-11-02;Ada Muster;To savings;-5,00',
        '2026-11-03;Ice Bar;cone;-2,00',
      ),
    ).toEqual(['To savings / Ada Muster; To savings', 'Ice Bar / cone'])
    expect(
      named(
        'Account holder;Date;Sender;Receiver;Amount',
        'Ada Muster;2026-11-02;Ada Muster;Ice Bar;-5,00',
        'Ada Muster;2026-11-03;Firma Ost;Ada Muster;9,00',
      ),
    ).toEqual(['Ice Bar / Ada Muster', 'Firma Ost / Ada Muster'])
  })

  test('of two descriptions the shorter one', () => {
    expect(
      named(
        'Date,Description,Original Description,Amount',
        '2026-11-02,Tea Shop,TEA SHOP 0042 HARBOUR,-5.00',
        '2026-11-03,Night Bus,NIGHT BUS LINE 7 RIVERTON,-2.00',
      ),
    ).toEqual(['Tea Shop / TEA SHOP 0042 HARBOUR', 'Night Bus / NIGHT BUS LINE 7 RIVERTON'])
  })

  test('in the line below where the text says only how it was paid', () => {
    expect(
      named(
        'Date,Description,Debit,Credit',
        '02/11/2026,CARD PURCHASE,5.00,',
        ',TEA SHOP RIVERTON,,',
        '15/11/2026,DIRECT DEBIT,7.10,',
        ',NORTH WATER LTD,,',
        ',REF 123456,,',
      ),
    ).toEqual([
      'Tea Shop Riverton / CARD PURCHASE; TEA SHOP RIVERTON',
      'North Water Ltd / DIRECT DEBIT; NORTH WATER LTD REF 123456',
    ])
  })

  test('in the next text where the first says only how it was paid', () => {
    expect(
      named(
        'Date;Description;Memo;Amount',
        '2026-11-02;Withdrawal POS;LEMON TREE CAFE;-5,00',
        '2026-11-03;Deposit ACH;NORTH WORKS;9,00',
        '2026-11-04;Service charge;;-1,00',
      ),
    ).toEqual([
      'Lemon Tree Cafe / Withdrawal POS; LEMON TREE CAFE',
      'North Works / Deposit ACH; NORTH WORKS',
      'Service charge',
    ])
  })

  test('behind its label, where no heading names the other side', () => {
    expect(
      named(
        'Data;Opis;Szczegóły;Kwota',
        '2026-11-02;Tytuł: 0001;Nazwa odbiorcy: Sklep Pod Lipą Adres: ul. Długa 1;-5,00',
        '2026-11-03;Tytuł: 0002;Nazwa nadawcy: Firma Wschód;9,00',
      ),
    ).toEqual([
      'Sklep Pod Lipą / Tytuł: 0001; Nazwa odbiorcy: Sklep Pod Lipą Adres: ul. Długa 1',
      'Firma Wschód / Tytuł: 0002; Nazwa nadawcy: Firma Wschód',
    ])
  })
})

describe('a line of text alone', () => {
  const rows = (...lines: string[]) =>
    [...readText(`${lines.join('\n')}\n`).rows()].map(
      ({ row, disposition, payee, notes }) => `${row} ${disposition} ${payee} / ${notes}`,
    )

  test('continues the row above it, in a column of text or as a line between two rows', () => {
    expect(
      rows(
        'Date;Payee;Notes;Amount',
        '2026-11-02;Tea Shop;green;-5,00',
        ';;second harvest;',
        '2026-11-03;Night Bus;line 7;-2,00',
        'with a bicycle',
        '2026-11-04;Ice Bar;cone;-3,00',
      ),
    ).toEqual([
      '1 ready Tea Shop / green; second harvest',
      '2 ready Night Bus / line 7; with a bicycle',
      '3 ready Ice Bar / cone',
    ])
  })

  test('is a footer behind the last row, and no text below a blank line or where it names a total', () => {
    expect(
      rows(
        'Date;Payee;Notes;Amount',
        '2026-11-02;Tea Shop;green;-5,00',
        '',
        ';;second harvest;',
        '2026-11-03;Ice Bar;cone;-3,00',
        ';;Total;',
        'printed at home',
      ).map((row) => row.split(' ').slice(0, 2).join(' ')),
    ).toEqual(['1 ready', '2 excluded', '3 ready', '4 excluded', '5 excluded'])
  })

  test('is read with its row from any place of a long file', () => {
    const lines = Array.from(
      { length: 3000 },
      (_, at) => `2026-11-0${(at % 9) + 1};Shop ${at};green;-5,00\n;;more ${at};`,
    )
    const statement = readText(`Date;Payee;Notes;Amount\n${lines.join('\n')}\n`)
    const all = [...statement.rows()]
    expect(all).toHaveLength(3000)
    const checkpoints = all.filter(({ resumeAt }) => resumeAt !== undefined)
    expect(checkpoints.length).toBeGreaterThan(1)
    for (const { resumeAt, line, row } of checkpoints) {
      const [first] = statement.rows({ at: resumeAt ?? 0, line, row })
      expect(first).toEqual(all[row - 1])
    }
  })
})

test('the journal knows a row by the words that earlier versions wrote into it', () => {
  const rows = (raw_merchants: boolean) => [
    ...readText('Date,Payee,Notes,Amount\n2026-10-02,COFFEE HOU #512 SEATTLE WA,Card 3308,-1.00\n', {
      raw_merchants,
    }).rows(),
  ]
  // SHA-256 of 2026-10-02|-1.00|coffee hou #512 seattle wa|card 3308
  expect(Buffer.from(packFingerprints(rows(false)).subarray(0, 12)).toString('hex')).toBe(
    '08ffb06300f165fa27261fab',
  )
  expect(packFingerprints(rows(false))).toEqual(packFingerprints(rows(true)))
  expect(
    claimImportedRow(buildFingerprints(rows(false), 1), packFingerprints(rows(true)), {
      at: 0,
      trust: 'none',
    }),
  ).toBe('there')
})
