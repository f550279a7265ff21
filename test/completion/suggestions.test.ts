import { expect, it } from 'vitest'
import { openStage } from '../cli/stage.ts'

it('offers the names there are, and none that could act on the line', async () => {
  const stage = openStage()
  await stage.budget(['accounts', 'add', 'Checking', '--type', 'banking_checking'])
  await stage.budget(['groups', 'add', 'Everyday'])
  await stage.budget(['categories', 'add', 'Groceries', '--group', 'Everyday'])
  await stage.budget(['merchants', 'add', 'Corner Shop'])
  const said = await Promise.all(
    ['account', 'group', 'category', 'merchant', 'nonsense'].map((kind) =>
      stage.budget(['__complete', kind]),
    ),
  )
  stage.close()
  expect(said.map(({ stdout }) => stdout)).toEqual([
    'Checking\n',
    'Everyday\n',
    'Groceries\n',
    'Corner Shop\n',
    '',
  ])
  expect(said.map(({ code, stderr }) => [code, stderr])).toEqual(said.map(() => [0, '']))
})
