/** Builds the rules of a layout that give the rows of the next file the merged names of merchants. */

import { toPlainName } from '../../cleanup/merchants/plain-name.ts'
import { commonWords, paymentProviders } from '../../cleanup/merchants/shop-tokens.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import { type ConditionMatcher, createConditionMatcher } from './row-rules.ts'
import type { LayoutRule } from './saved-layout.ts'

/** A name that became another one, by merging or renaming the merchant. */
export interface Rename {
  from: string
  to: string
}

/** The rules of a layout, and what they must not rename. */
export interface RenameRulesQuery {
  rules: readonly LayoutRule[]
  renames: readonly Rename[]
  /** The names of all merchants before the renames. */
  merchants: readonly string[]
  /** True if the layout keeps the bank's text as the merchant. */
  keepsRawNames: boolean
}

/**
 * Returns the rules of a layout with those that rename; the same ones if none is missing. A row meets the first rule
 * that matches, so a rule is added before the one that would hide it.
 * @throws UserError if a pattern of the layout is invalid
 */
export async function addRenameRules(query: RenameRulesQuery): Promise<readonly LayoutRule[]> {
  const { renames, keepsRawNames } = query
  const matcher = createConditionMatcher()
  const shops = query.merchants.map((name) => ({
    key: toNameKey(name),
    plainKey: toNameKey(toPlainName(name)),
  }))
  let rules = query.rules
  for (const { from, to } of renames) {
    rules = replaceMerchant(rules, { from, to })
    // The import extracts the plain name before the rules see the row.
    const name = keepsRawNames ? from : toPlainName(from)
    if (isSameName(name, to) || namesNoShop(name)) continue
    const same = new Set(
      [to, ...renames.filter((other) => isSameName(other.to, to)).map((other) => other.from)].map(toNameKey),
    )
    const otherKeys = shops.flatMap(({ key, plainKey }) => (same.has(key) ? [] : [key, plainKey]))
    rules = await insertRule(rules, { name, merchant: to, payee: buildCondition(name, otherKeys) }, matcher)
  }
  return rules
}

const isSameName = (name: string, other: string): boolean => toNameKey(name) === toNameKey(other)

/** Replaces the name that rules give: a rule that gave the old name would bring it back. */
const replaceMerchant = (rules: readonly LayoutRule[], { from, to }: Rename): readonly LayoutRule[] =>
  rules.map((rule) =>
    rule.merchant !== undefined && isSameName(rule.merchant, from) ? { ...rule, merchant: to } : rule,
  )

/** A shorter text, or one of a single word, is part of the names of other shops. */
const MIN_CONTAINED_LENGTH = 8

/** A receipt or order number at the end of a name: the next one differs. */
const LAST_CODE = /^(.{4,}?)(?:\s+|\s*[*#]\s*)(?=[^\s*#]*\d)(?=[^\s*#]*\p{L}|[^\s*#]*\d{4})[^\s*#]{4,}$/u

/**
 * Returns the condition for a name: its beginning if a code ends it, else its text, or the whole name as a pattern.
 * None matches the name of another merchant.
 */
function buildCondition(name: string, otherKeys: readonly string[]): string {
  const stable = findStableBeginning(name)
  if (stable !== undefined && !otherKeys.some((key) => key.startsWith(toNameKey(stable))))
    return `/^${escapePattern(stable)}/`
  const text = toNameKey(name)
  const isDistinct = text.length >= MIN_CONTAINED_LENGTH && /\s/.test(text) && !text.startsWith('/')
  return isDistinct && !otherKeys.some((key) => key.includes(text)) ? name : `/^${escapePattern(name)}$/`
}

/** Returns the part before a code at the end, unless it only names a kind of shop or a payment provider. */
function findStableBeginning(name: string): string | undefined {
  const stable = LAST_CODE.exec(name)?.[1]?.trim()
  return stable === undefined || namesNoShop(stable) ? undefined : stable
}

/** True for a payment provider or a kind of shop: a rule for it would rename other shops. */
function namesNoShop(name: string): boolean {
  const words = toNameKey(name).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.every((word) => commonWords.has(word) || paymentProviders.has(word))
}

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)

/** Inserts a rule for the name where it takes effect; it also does what the rule does that it comes before. */
async function insertRule(
  rules: readonly LayoutRule[],
  { name, merchant, payee }: { name: string; merchant: string; payee: string },
  matcher: ConditionMatcher,
): Promise<readonly LayoutRule[]> {
  const result: LayoutRule[] = []
  for (const [at, rule] of rules.entries()) {
    const condition = rule.if['payee']
    const isHiding = condition !== undefined && (await matcher.matches(condition, name))
    const changesName = rule.merchant !== undefined || rule.skip === true || rule.transfer !== undefined
    if (isHiding && !changesName) pushOnce(result, { ...rule, if: { ...rule.if, payee }, merchant })
    // What the user has decided about this name stays, and no rule behind it sees the row.
    if (isHiding && Object.keys(rule.if).length === 1) return [...result, ...rules.slice(at)]
    result.push(rule)
  }
  return [...result, { if: { payee }, merchant }]
}

/** Adds a rule unless it is there, so that saving the same renames again changes nothing. */
function pushOnce(rules: LayoutRule[], added: LayoutRule): void {
  const text = JSON.stringify(added)
  if (!rules.some((rule) => JSON.stringify(rule) === text)) rules.push(added)
}
