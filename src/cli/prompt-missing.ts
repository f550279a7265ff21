/** What a command needs and the line left out is asked for, in the words of the help. */ // cli.md §1 Interactive

import type { Choice, Entry, Outside, Reading } from '../command/define.ts'
import type { Names } from '../command/resolve-name.ts'
import type { Surroundings } from '../command/runtime.ts'
import { Mistake } from '../contract/errors.ts'
import { oneLine } from '../render/sanitize.ts'
import { plain } from '../render/style.ts'
import type { Ask } from './parse-args.ts'
import { told } from './report-error.ts'

const MOST_TRIES = 3

/** Asks on the terminal, and again after a slip. */
export function asking(
  { choose, stderr }: Pick<Surroundings, 'choose' | 'stderr'>,
  { type }: Pick<Outside, 'type'>,
): Ask {
  async function answer(entry: Entry<unknown>, choices: readonly Choice[]): Promise<string> {
    const question = oneLine(entry.help)
    const said = choices.length > 0 ? await choose(question, choices) : await type(question)
    if (said !== undefined) return said
    throw new Mistake('usage', `Nothing was said to: ${entry.help}`)
  }
  return async (entry, reading) => {
    const choices = await choicesOf(entry, reading)
    for (let tries = 1; ; tries++) {
      const said = await answer(entry, choices)
      try {
        return await entry.read(needed(said, entry), reading)
      } catch (error) {
        if (!(error instanceof Mistake) || tries === MOST_TRIES) throw error
        stderr.write(slip(error))
      }
    }
  }
}

/** An answer with something in it, unless nothing at all means what is proposed. */
function needed(said: string, { proposes }: Entry<unknown>): string {
  if (proposes || said.trim() !== '') return said
  throw new Mistake('usage', 'An answer is needed; Ctrl-C leaves')
}

const slip = (error: Mistake): string =>
  told(error, { structured: false, interrupted: false, debug: false, paint: plain })

/** All that can be meant, where it is known. */
async function choicesOf(
  { closed, completion, help, label = (word) => word }: Entry<unknown>,
  { names }: Reading,
): Promise<readonly Choice[]> {
  if (closed !== true || completion === undefined) return []
  const choices = Array.isArray(completion)
    ? completion.map((word: string) => ({ value: word, label: label(word) }))
    : ((await pickable[String(completion)]?.(names)) ?? [])
  if (choices.length === 0) throw new Mistake('not_found', `${help}: there is none yet`)
  return choices
}

const choice = (thing: { id: string; name: string }, shown = thing.name): Choice => ({
  value: thing.id,
  label: oneLine(shown),
})

const pickable: Readonly<Partial<Record<string, (names: Names) => Promise<Choice[]>>>> = {
  account: async (names) =>
    (await names.accounts()).filter(({ closed }) => !closed).map((account) => choice(account)),
  category: async (names) =>
    (await names.categories())
      .filter(({ archived }) => !archived)
      .map((category) => choice(category, `${category.group_name}/${category.name}`)),
  closed_account: async (names) =>
    (await names.accounts()).filter(({ closed }) => closed).map((account) => choice(account)),
  archived_category: async (names) =>
    (await names.categories())
      .filter(({ archived }) => archived)
      .map((category) => choice(category, `${category.group_name}/${category.name}`)),
  group: async (names) => (await names.groups()).map((group) => choice(group)),
  merchant: async (names) => (await names.merchants()).map((merchant) => choice(merchant)),
}
