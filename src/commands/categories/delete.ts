import { command, type World } from '../../command/define.ts'
import { category } from '../../command/options.ts'
import { Mistake } from '../../contract/errors.ts'
import { monthOf } from '../../money/calendar.ts'
import { isZero } from '../../money/decimal.ts'
import { type Deleted, deletion } from '../../render/deleted.ts'
import { grouped } from '../../render/format-amount.ts'
import { categoriesOf } from '../month/shared/assign.ts'
import { describeExtent, measureCategory, priceLines } from '../shared/affected-transactions.ts'

export const remove = command({
  name: 'categories delete',
  summary: 'Delete a category',
  arguments: { category: category('The category to delete') },
  flags: { moveTo: category('The category that takes its transactions and its money') },
  examples: [
    { when: 'Two envelopes become one', type: 'budget categories delete Snacks --move-to Groceries --yes' },
  ],
  changes: true,
  async run(world, { category, moveTo }): Promise<Deleted> {
    if (moveTo?.id === category.id) throw new Mistake('usage', `${category.name} cannot move to itself`)
    await world.confirm(`Delete ${category.name}?`, () => describeLoss(world, category, moveTo?.name))
    const query = moveTo === undefined ? {} : { query: { move_to_category_id: moveTo.id } }
    return world.api.deleteCategory({ category_id: category.id, ...query })
  },
  show: deletion(({ id }) => `Deleted the category ${id}`),
})

/** What becomes of its transactions and its money. */
async function describeLoss(
  world: World,
  { id, name }: { id: string; name: string },
  target: string | undefined,
): Promise<string> {
  const month = monthOf(world.today)
  const extent = await measureCategory(world.api, id)
  const reply = await world.api.getMonth({ month })
  const { available } = categoriesOf(reply).find((one) => one.id === id) ?? { available: '0' }
  const rows = `${name}: ${describeExtent(extent)}`
  const then = target === undefined ? 'they become uncategorized' : `they move to ${target}`
  const money = target === undefined ? 'goes back to Ready to Assign' : `moves to ${target}`
  return [
    extent.count === 0 ? rows : `${rows}; ${then}`,
    ...(isZero(available) ? [] : [`Available in ${month}: ${grouped(available)}, which ${money}`]),
    ...priceLines(world, 1),
  ].join('\n')
}
