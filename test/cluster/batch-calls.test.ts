/** Tests that a call joins only one that begins after it, so that no answer is older than its question. */

import { expect, test } from 'vitest'
import { joinCalls } from '../../src/cluster/batch-calls.ts'

test('calls share the next one, never the one that is under way', async () => {
  const join = joinCalls<number>()
  const answers: ((value: number) => void)[] = []
  const ask = (name: string): Promise<number> =>
    join(name, () => new Promise((resolve) => void answers.push(resolve)))
  const first = ask('a')
  const joined = [ask('a'), ask('a')]
  const other = ask('b')
  expect(answers).toHaveLength(2)
  answers[0]?.(1)
  answers[1]?.(2)
  expect([await first, await other]).toEqual([1, 2])
  expect(answers).toHaveLength(3)
  answers[2]?.(3)
  expect(await Promise.all(joined)).toEqual([3, 3])
  const last = ask('a')
  expect(answers).toHaveLength(4)
  answers[3]?.(4)
  expect(await last).toBe(4)
})

test('a call that fails fails alone: those that wait for the next one get its answer', async () => {
  const join = joinCalls<number>()
  const failing = join('a', () => Promise.reject(new Error('away')))
  const next = join('a', () => Promise.resolve(1))
  await expect(failing).rejects.toThrow('away')
  expect(await next).toBe(1)
})
