/** What all transactions of an account together tell: which way their amounts count, and whether references are identities. */ // import.md §3

import { type Choices, question, signAnswers } from '../model/read-options.ts'
import type { SignReading } from '../model/sign-convention.ts'
import { identifies } from '../text/bank-reference.ts'
import { digestOf, emptyDigests, numbered } from '../text/digest-set.ts'
import { writtenNumber } from '../text/numbers.ts'
import type { Entry, Format } from './statement-format.ts'

export interface Survey {
  sign: SignReading
  /** Every row has a reference of its own. */
  hasIdentities: boolean
}

interface Witnesses {
  agree: number
  contradict: number
  negative: number
  in: number
  out: number
}

/** Looks at all transactions once. Throws the question when their amounts contradict what stands beside them. */
export function surveyOf(format: Format, entries: Iterable<Entry>, choices: Choices): Survey {
  const count: Witnesses = { agree: 0, contradict: 0, negative: 0, in: 0, out: 0 }
  const refs = emptyDigests()
  let rows = 0
  let referenced = 0
  for (const entry of entries) {
    rows += 1
    if (identifies(entry.ref)) {
      referenced += 1
      numbered(refs, digestOf(entry.ref))
    }
    hear(count, entry)
  }
  // A reference is identity only when nearly every row has one and no two rows share it.
  const hasIdentities = rows > 0 && referenced >= rows * 0.95 && refs.size === referenced
  return { sign: signOf(format, count, choices), hasIdentities }
}

function hear(count: Witnesses, { amount, direction }: Entry): void {
  const number = writtenNumber(amount)
  if (!number || !/[1-9]/.test(number.core)) return
  if (number.negative) count.negative += 1
  if (!direction) return
  count[direction] += 1
  if (number.negative === (direction === 'out')) count.agree += 1
  else count.contradict += 1
}

function signOf({ sign }: Format, count: Witnesses, { invert }: Choices): SignReading {
  if (invert !== undefined) return { rule: invert ? 'inverted' : 'as_is', proof: 'choice' }
  if (sign === 'direction') return { rule: 'flagged', proof: 'flag' }
  const { agree, contradict, negative } = count
  if (contradict <= agree) return { rule: 'as_is', proof: 'signs' }
  // Amounts without any sign, and both directions beside them: then the direction is the sign.
  if (negative === 0 && count.in > 0 && count.out > 0) return { rule: 'flagged', proof: 'flag' }
  throw question(
    `${contradict} of ${agree + contradict} amounts have the other sign than their type, DEBIT or CREDIT, asks for`,
    '--invert (amounts above zero go out) or --no-invert (they come in)',
    signAnswers,
  )
}
