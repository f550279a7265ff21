/** What the sign of an amount means, and what settled it. @see docs/import.md#3-dates-numbers-signs */

/** `unsigned_out`: amounts with a plus came in, those without any sign went out. `flagged`: the flag is the sign. */
export type SignRule = 'as_is' | 'inverted' | 'unsigned_out' | 'flagged'

/** What settled the sign: `choice` a person, `signs` that both signs occur as they do in an account. */
export type SignProof = 'choice' | 'balance' | 'flag' | 'columns' | 'plus' | 'words' | 'signs' | 'mapping'

export interface SignConvention {
  rule: SignRule
  proof: SignProof
}
