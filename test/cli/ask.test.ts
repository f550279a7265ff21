import { expect, test } from 'vitest'
import { meansYes, unclear } from '../../src/cli/ask.ts'

test('only y and yes mean yes, and what is neither yes nor no is asked again', () => {
  const answers = ['y', ' Yes ', 'n', 'no', '', 'maybe', 'yesterday', 'ny']
  const read = answers.map((answer) => [meansYes(answer), unclear(answer)])
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
