/** Tests the prompts on a terminal. */

import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import {
  confirm,
  isYes,
  select,
  selectMany,
  input as typeText,
  validateYesNo,
} from '../../src/cli/prompts.ts'
import type { PromptChoice } from '../../src/command/context.ts'

test('only y and yes mean yes, and what is neither yes nor no is asked again', () => {
  const answers = ['y', ' Yes ', 'n', 'no', '', 'maybe', 'yesterday', 'ny']
  const read = answers.map((answer) => [isYes(answer), validateYesNo(answer)])
  const again = [false, 'Answer yes or no']
  expect(read).toEqual([
    [true, undefined],
    [true, undefined],
    [false, undefined],
    [false, undefined],
    [false, undefined],
    again,
    again,
    again,
  ])
})

describe('a list', () => {
  const names = [
    'Bills/Rent',
    'Credit Card Payments/Visa',
    'Everyday/Groceries',
    'Goals/House',
    'Goals/Travel',
  ]
  const choices = names.map((label, at) => ({ value: `cat_${at}`, label }))
  /** Presses keys and returns the selected value and the screen. */
  const pressed = (...keys: string[]) => selectWithKeys(choices, keys)

  async function selectWithKeys(
    choices: PromptChoice[],
    keys: string[],
  ): Promise<{ chosen: string | undefined; screen: string }> {
    const input = new PassThrough()
    // A prompt asks its output only for the size, which has a default.
    const output = new PassThrough() as unknown as NodeJS.WriteStream
    let screen = ''
    output.on('data', (text) => (screen += text))
    const chosen = select('The category', { choices, input, output })
    for (const key of keys) {
      input.write(key)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return { chosen: await chosen, screen }
  }

  test('is narrowed by what is typed, anywhere in the words and in any case', async () => {
    expect((await pressed('groc', '\r')).chosen).toBe('cat_2')
    expect((await pressed('h', 'o', 'u', '\r')).chosen).toBe('cat_3')
    expect((await pressed('PAYMENTS/v', '\r')).chosen).toBe('cat_1')
    expect((await pressed('g', 'r', 'o', 'c', '\r')).chosen).toBe('cat_2')
    expect((await pressed('groc\r')).chosen).toBe('cat_2')
  })

  test('of few choices is moved through with the arrow keys, without a search', async () => {
    const { chosen, screen } = await selectWithKeys(choices.slice(0, 4), ['\u001b[B', '\u001b[B', '\r'])
    expect(chosen).toBe('cat_2')
    expect(screen).not.toContain('Search')
    expect((await pressed('\u001b[B', '\u001b[B', '\r')).screen).toContain('Search')
  })

  test('takes no answer that is not in it, and looks for nothing a person does not see', async () => {
    const { chosen, screen } = await pressed('cat_', '\r', ...Array<string>(4).fill('\u007f'), 'rent', '\r')
    expect(chosen).toBe('cat_0')
    expect(screen).toContain('No match in the list')
  })

  test('in which choices are ticked is left with Esc, and Ctrl-C ends the command', async () => {
    const leave = async (key: string) => {
      const input = new PassThrough()
      // A prompt asks its output only for the size, which has a default.
      const output = new PassThrough() as unknown as NodeJS.WriteStream
      const answer = selectMany('The rows', { choices, initial: [], input, output })
      await new Promise((resolve) => setTimeout(resolve, 20))
      input.write(key)
      return answer
    }
    expect(await leave('\u001b')).toBeNull()
    expect(await leave('\u0003')).toBeUndefined()
  })

  test('is left with Ctrl-C', async () => {
    expect((await pressed('ren', '\u0003')).chosen).toBeUndefined()
  })
})

describe('a question whose input ends', () => {
  /** Returns how the question ends after the keys, or after the end of the input. */
  async function ending(
    ask: (terminal: { input: PassThrough; output: NodeJS.WriteStream }) => Promise<unknown>,
    keys: string | null,
  ): Promise<unknown> {
    const input = new PassThrough()
    const answer = ask({ input, output: new PassThrough() as unknown as NodeJS.WriteStream })
    const ended = answer.catch((error: unknown) => error)
    if (keys === null) input.end()
    else input.write(keys)
    return ended
  }

  const choices = [{ value: 'a', label: 'Rent' }]
  const questions = [
    ['yes or no', (terminal) => confirm('Delete it?', terminal)],
    ['a text', (terminal) => typeText('The name', { hidden: false, ...terminal })],
    ['a key', (terminal) => typeText('The key', { hidden: true, ...terminal })],
    ['a list', (terminal) => select('The category', { choices, ...terminal })],
  ] satisfies [string, Parameters<typeof ending>[0]][]

  test.each(questions)('with Ctrl-D is no answer: %s', async (_name, ask) => {
    const nothing = { kind: 'unconfirmed', message: 'Nothing was changed' }
    expect(await ending(ask, '\u0004')).toMatchObject(nothing)
    expect(await ending(ask, 'y\u0004')).toMatchObject(nothing)
    expect(await ending(ask, null)).toMatchObject(nothing)
  })

  test.each(questions)('with Ctrl-C is canceled: %s', async (_name, ask) => {
    expect(await ending(ask, '\u0003')).toBeUndefined()
  })
})
