/** Fits the names of a source into a workspace, and tells which of them are not as they were. */

import type { NotTaken } from '../source-budget.ts'
import { createUniqueNames, fitName } from './fit-text.ts'

/** What became of the names of a source. */
export interface NameChanges {
  /** Returns the name in one line of at most 200 characters; the substitute when nothing is left. */
  fit(name: string, substitute?: string): string
  /** Returns a function that makes names unique among one another and those that are taken. */
  createUnique(taken?: readonly string[]): (name: string) => string
  /** Adds a payee that became the merchant of another one. */
  addMerged(payee: string, merchant: string): void
  list(): NotTaken[]
}

/** Returns changes of no names. */
export function createNameChanges(): NameChanges {
  const [fitted, numbered, merged]: [string[], string[], string[]] = [[], [], []]
  return {
    fit(name, substitute = '') {
      const fitting = fitName(name) || substitute
      if (fitting !== name.trim()) fitted.push(fitting)
      return fitting
    },
    createUnique(taken) {
      const makeUnique = createUniqueNames(taken)
      return (name) => {
        const unique = makeUnique(name)
        if (unique !== name) numbered.push(unique)
        return unique
      }
    },
    addMerged: (payee, merchant) => merged.push(`“${payee}” is ${merchant}`),
    list: () => describeChanges({ fitted, numbered, merged }),
  }
}

const MAX_EXAMPLE = 60

/** Returns the first example, if it is short enough to be read. */
const formatExample = ([first = '']: readonly string[]): string =>
  first === '' || first.length > MAX_EXAMPLE ? '' : `, e.g. ${first}`

const describeChanges = ({
  fitted,
  numbered,
  merged,
}: Record<'fitted' | 'numbered' | 'merged', readonly string[]>): NotTaken[] =>
  [
    {
      what: 'names that were too long, empty or broken',
      count: fitted.length,
      why: `changed to one line of at most 200 characters${formatExample(fitted)}`,
    },
    {
      what: 'duplicate names of groups and categories',
      count: numbered.length,
      why: `numbered, because names must be unique${formatExample(numbered)}`,
    },
    {
      what: 'payees that differ only in case or spaces',
      count: merged.length,
      why: `merged into one merchant${formatExample(merged)}`,
    },
  ].filter(({ count }) => count > 0)
