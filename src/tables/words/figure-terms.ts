/**
 * Recognizes the labels of figures that a statement states about its rows: balances, totals, numbers of rows.
 * @see docs/import.md#figures-of-the-file
 */

import { detectHeaderRoles } from './header-terms.ts'

/**
 * What a figure is about: the balance before and after the rows; the sums of money in, of money out, of both
 * without signs, or of both with signs; the numbers of rows. `end`: the file was cut before its end.
 */
export type FigureName =
  | 'opening'
  | 'closing'
  | 'in'
  | 'out'
  | 'gross'
  | 'net'
  | 'rows'
  | 'rows_in'
  | 'rows_out'
  | 'end'

const OPENING =
  /^(?:(?:opening|beginning|starting|previous|initial)[ -]balance|balance brought forward|anfangssaldo|anfangsbestand|alter (?:saldo|kontostand)|saldovortrag|saldo (?:anterior|inicial|iniziale|początkowe|poprzednie)|(?:ancien|précédent) solde|solde (?:initial|précédent)|beginsaldo|vorig saldo|(?:ingående|inngående) saldo|primo ?saldo|počáteční zůstatek|nyitó egyenleg|期初余额|承前|前月繰越|前回残高|이월 ?잔액|входящий остаток|вхідний залишок|начално салдо|likutis pradžiai|pradinis likutis|algsaldo|sākuma atlikums|sold ini[țţt]ial|(?:početno|prethodno|začetno) stanje|alkusaldo|açılış bakiyesi|devreden bakiye)/iu
const CLOSING =
  /^(?:(?:closing|ending|new|final)[ -]balance|balance carried forward|endsaldo|endbestand|neuer (?:saldo|kontostand)|saldo (?:final|finale|końcowe|nuevo)|nouveau solde|solde final|eindsaldo|nieuw saldo|utgående saldo|ultimo ?saldo|konečný zůstatek|záró egyenleg|期末余额|残額|исходящий остаток|вихідний залишок|крайно салдо|likutis pabaigai|galutinis likutis|lõppsaldo|beigu atlikums|sold final|(?:novo|završno|končno) stanje|loppusaldo|kapanış bakiyesi)/iu
const TOTAL =
  /(?<!\p{L})(?:totals?|totale?|totaal|totalt|sum|summe|suma|somme|celkem|yhteensä|összesen|razem|toplam|итого|всего)(?!\p{L})|合计|合計|总计|總計|합계/iu
const ROWS =
  /^(?:(?:number|no\.?|count|total number) of |anzahl |aantal |nombre (?:de |d')|número de |numero (?:di |de )|liczba |počet |antal |antall |количество |число ).*(?:transactions?|entries|records|rows|payments|buchungen|umsätze|posten|transacties|boekingen|opérations|mouvements|écritures|movimientos|operaciones|movimenti|operazioni|operacji|transakcji|transakcí|pohybů|transaktioner|posteringer|transaksjoner|операций|записей)$|^(?:交易)?(?:总)?笔数|件数$|건수$/iu

/** Returns what a label is about; undefined for any other text. */
export function findFigureName(text: string): FigureName | undefined {
  const label = text.trim().replace(/\s*[:：=]$/, '')
  if (label.length < 2 || label.length > 80) return undefined
  if (OPENING.test(label)) return 'opening'
  if (CLOSING.test(label)) return 'closing'
  if (ROWS.test(label)) return 'rows'
  if (!TOTAL.test(label)) return undefined
  const roles = detectHeaderRoles(label)
  if (roles.has('in') === roles.has('out')) return undefined
  return roles.has('in') ? 'in' : 'out'
}

/** True if the whole label is a word for total. */
export const isPlainTotal = (text: string): boolean =>
  text.replace(TOTAL, '').replace(/[\s:：=]/g, '') === '' && TOTAL.test(text)
