/** Tests whether something can be afforded later, on a household that a reader can add up in their head. */

import { beforeAll, expect, test } from 'vitest'
import { plainStyle } from '../../src/output/style.ts'
import { type Affordability, findAffordability } from '../../src/reports/afford.ts'
import { readLaterNeeds } from '../../src/reports/afford-later.ts'
import { affordabilityView } from '../../src/reports/terminal/affordability.ts'
import { createHousehold, type Household } from '../support/household.ts'

let home: Household
beforeAll(async () => {
  home = await createHousehold({
    accounts: { Checking: 'banking_checking' },
    groups: { All: ['Rent', 'Insurance', 'Food', 'Travel'] },
    entries: [
      ['2026-11-01', 'Checking', '2000', 'Acme', 'rta'],
      ['2026-11-02', 'Checking', '-130', 'Shop', 'Food'],
    ],
    // 1500 are left to assign: Food lacks 30, Rent 600 of 700 and Insurance 480, which leaves 390.
    assigned: { Rent: { '2026-11': '100' }, Food: { '2026-11': '100' }, Travel: { '2026-11': '300' } },
  })
  const { api, id } = home
  const account_id = id('Checking')
  const add = async (first_date: string, merchant_name: string, amount: string, to: object): Promise<void> =>
    void (await api.createSchedule({ body: { account_id, first_date, merchant_name, amount, ...to } }))
  await add('2026-12-01', 'Landlord', '-700', { category_id: id('Rent') })
  await add('2027-02-01', 'Insurance', '-480', { category_id: id('Insurance') })
  await add('2027-01-15', 'Hotel', '-200', { category_id: id('Travel') })
  await add('2027-01-25', 'Acme', '500', { ready_to_assign: true })
})

async function ask(amount: string, on: string, category?: string): Promise<Affordability> {
  const input = { ...(await home.input()), source: home.source }
  const { today } = input.request
  const later = await readLaterNeeds({ workspace: { api: home.api }, invocation: { today } }, input, on)
  const category_id = category === undefined ? undefined : home.id(category)
  return findAffordability(input, { amount, category_id, later }, async () => '0')
}

const read = ({ affordable, needed_first, missing, a_month, there_on }: Affordability) => [
  affordable,
  needed_first,
  missing,
  a_month,
  there_on,
]

test('only what schedules and overspent categories leave until then can be spent', async () => {
  expect(read(await ask('390', '2027-02'))).toEqual([true, '1110.00', '0.00', '97.50', null])
  expect(read(await ask('391', '2027-02'))).toEqual([false, '1110.00', '1.00', '97.75', '2027-01-25'])
  // The insurance of February is not due by January.
  expect(read(await ask('391', '2027-01'))).toEqual([true, '630.00', '0.00', '130.34', null])
  // 390 and 500 of income are 890.
  expect(read(await ask('890', '2027-02'))).toEqual([false, '1110.00', '500.00', '222.50', '2027-01-25'])
  expect(read(await ask('891', '2027-02'))).toEqual([false, '1110.00', '501.00', '222.75', null])
})

test('a category keeps what its own schedules take', async () => {
  const found = await ask('150', '2026-12', 'Travel')
  expect([found.from_category, found.from_ready_to_assign]).toEqual(['150.00', '0.00'])
  const later = await ask('150', '2027-01', 'Travel')
  expect([later.from_category, later.from_ready_to_assign]).toEqual(['100.00', '50.00'])
})

test('the answer says what comes first, what to assign a month, and when income brings it', async () => {
  const say = (found: Affordability): string | undefined => affordabilityView.renderText?.(found, plainStyle)
  expect(say(await ask('390', '2027-02'))).toContain(
    'Yes: 390.00 of Ready to Assign, where 0.00 would be left after 1,110.00 that is needed until February 2027\n',
  )
  const no = say(await ask('400', '2027-02'))
  expect(no).toContain('Not yet: 10.00 short. Ready to Assign is 1,500.00\n')
  expect(no).toContain('Assign 100.00 a month, November 2026 to February 2027')
  expect(no).toContain('With scheduled income it is there on 2027-01-25\n')
})
