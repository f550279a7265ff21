/** Tells by the first part of its name what an account of a double-entry program stands for. */

import type { BookAccountKind } from './book.ts'

const KINDS: readonly (readonly [pattern: RegExp, kind: BookAccountKind])[] = [
  [
    /^(?:assets?|liabilit(?:y|ies)|aktiva|passiva|vermögen|fremdkapital|verbindlichkeiten|activos?|pasivos?|ativos?|passivos?|actifs?|passifs?|attività|passività|aktywa|pasywa|tillgångar|skulder)$/i,
    'own',
  ],
  [
    /^(?:equity|eigenkapital|anfangsbestand|capital(?:es)?|capitaux.*|patrimonio|kapitał.*|eget kapital)$/i,
    'equity',
  ],
  [
    /^(?:income|revenues?|erträge|ertrag|einnahmen|ingresos|receitas|revenus|entrate|przychody|intäkter)$/i,
    'income',
  ],
  [
    /^(?:expenses?|aufwendungen|aufwand|ausgaben|gastos|despesas|dépenses|uscite|spese|wydatki|utgifter)$/i,
    'category',
  ],
]

const LIABILITY =
  /^(?:liabilit(?:y|ies)|passiva|fremdkapital|verbindlichkeiten|pasivos?|passivos?|passifs?|passività|pasywa|skulder)$/i

/** Returns what an account stands for; undefined for a first part that nothing is known of. */
export const findAccountKind = (root: string): BookAccountKind | undefined =>
  KINDS.find(([pattern]) => pattern.test(root.trim()))?.[1]

/** True for the first part of what is owed. */
export const isLiabilityRoot = (root: string): boolean => LIABILITY.test(root.trim())
