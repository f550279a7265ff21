/** Tests that a name which an archived category has is refused with what helps. */

import { afterEach, beforeEach, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'

let cli: CliHarness
beforeEach(async () => {
  cli = createCliHarness()
  for (const line of [
    'groups add Bills',
    'groups add Fun',
    'categories add Phone --group Bills',
    'categories archive Phone',
    'categories add Phone --group Fun',
    'categories add Games --group Fun',
  ])
    expect(await cli.budget(line.split(' '))).toMatchObject({ code: 0 })
})
afterEach(() => cli.close())

it.each(['categories add phone --group Bills', 'categories move Fun/Phone --group Bills'])(
  '%s tells that the category is archived, and how to use it again',
  async (line) => {
    const { code, stderr } = await cli.budget(line.split(' '))
    expect({ code, stderr }).toEqual({
      code: 7,
      stderr:
        'An archived category has this name: "Bills/Phone"\n' +
        '  Choose another name, or use that category again: budget categories unarchive "Bills/Phone"\n',
    })
  },
)

it('is not said of a category that lists show', async () => {
  expect(await cli.budget(['categories', 'rename', 'Games', 'phone'])).toMatchObject({
    code: 7,
    stderr: 'A category with this name already exists\n',
  })
})
