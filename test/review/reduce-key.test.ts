/** Tests what each key of a review does to its state. */

import { describe, expect, it } from 'vitest'
import type { Key, KeyName } from '../../src/command/screen.ts'
import { noColors } from '../../src/output/style.ts'
import { renderReviewScreen } from '../../src/review/draw-screen.ts'
import { reduceKey } from '../../src/review/reduce-key.ts'
import {
  createReviewState,
  listEntries,
  type ReviewRow,
  type ReviewSetting,
  type ReviewState,
} from '../../src/review/review-state.ts'
import { createSessionSuggestions } from '../../src/review/session-suggestions.ts'
import { toReviewScreen } from '../../src/review/to-screen.ts'
import { createCategorySuggester } from '../../src/transactions/suggest-category.ts'

const row = (id: string, more: Partial<ReviewRow> = {}): ReviewRow => ({
  id,
  date: '2026-11-03',
  account_id: 'a1',
  account_name: 'Checking',
  merchant_id: 'm1',
  merchant_name: 'Heron',
  amount: '-10.00',
  notes: '',
  category: undefined,
  fixed_purpose: undefined,
  can_transfer: true,
  ...more,
})
const rows = [
  row('t1'),
  row('t2', { merchant_id: 'm2', merchant_name: 'Rewe' }),
  row('t3', { date: '2026-11-01', amount: '-12.00' }),
  row('t4', { merchant_id: null, merchant_name: '', fixed_purpose: 'Transfer to Savings' }),
]
const categories = [
  { id: 'c1', name: 'Groceries', archived: false, system: false },
  { id: 'c2', name: 'Coffee', archived: false, system: false },
]

const open = (more: Partial<ReviewSetting> = {}, reviewed: readonly ReviewRow[] = rows) => {
  const suggester = createCategorySuggester({ transactions: [], categories })
  const setting: ReviewSetting = {
    kind: 'inbox',
    categories: [
      { value: 'c1', label: 'Everyday/Groceries', short_name: 'Groceries' },
      { value: 'c2', label: 'Everyday/Coffee', short_name: 'Coffee' },
      { value: 'rta', label: 'Ready to Assign (rta)', short_name: 'Ready to Assign' },
    ],
    groups: [{ value: 'g1', label: 'Everyday', taken_names: ['old car'] }],
    accounts: [
      { value: 'a1', label: 'Checking' },
      { value: 'a2', label: 'Savings' },
    ],
    can_add_rules: true,
    suggest: createSessionSuggestions(suggester, reviewed),
    countRequests: () => undefined,
    ...more,
  }
  return { setting, state: createReviewState(reviewed) }
}

/** Types texts; `<enter>` is the key of that name. */
const press = ({ state, setting }: ReturnType<typeof open>, ...keys: string[]): ReviewState =>
  keys
    .flatMap((text): Key[] => {
      const name = /^<(.+)>$/.exec(text)?.[1]
      if (name !== undefined) return [{ name: name as KeyName }] // the tests write names of keys only
      return Array.from(text, (character) => ({ name: 'text', text: character }))
    })
    .reduce((before, key) => reduceKey(before, key, setting), state)
const decided = ({ decisions }: ReviewState) => Object.fromEntries(decisions.rows)

describe('in the list', () => {
  it('takes the rows of a merchant together, and → one by one', () => {
    const review = open()
    expect(listEntries(review.state).map(({ rows: of }) => of.map(({ id }) => id))).toEqual([
      ['t1', 't3'],
      ['t2'],
      ['t4'],
    ])
    const opened = press(review, '<right>')
    expect(listEntries(opened).map(({ rows: [first] }) => first.id)).toEqual(['t1', 't3', 't2', 't4'])
    const { lines } = toReviewScreen(opened, review.setting, { remark: '', figures: '' })
    expect(lines.map(({ is_part: isPart }) => isPart)).toEqual([true, true, undefined, undefined])
    expect(listEntries(press(review, '<right>', '<left>'))).toHaveLength(3)
    expect(press(review, '<left>').message).toBe('← regroups the rows that → shows')
    expect(press(review, '<down>', '<right>').message).toBe('This is a single row; → shows the rows of a ×9')
    expect(press(review, 'j').cursor).toBe(press(review, '<down>').cursor)
    expect(press(review, 'j', 'k').cursor).toBe(0)
  })

  it('asks for a category at Enter if none is suggested, and learns from the answer', () => {
    const review = open()
    expect(press(review, '<enter>').mode).toMatchObject({ kind: 'pick', purpose: 'category' })
    const chosen = press(review, '<enter>', 'cof', '<enter>')
    expect(decided(chosen)).toEqual({
      t1: { category: 'c2', outcome: 'approved' },
      t3: { category: 'c2', outcome: 'approved' },
    })
    // Undo brings both rows back, and the cursor to them.
    const undone = press(review, '<down>', '<enter>', 'gro', '<enter>', 'u')
    expect([decided(undone), undone.cursor]).toEqual([{}, 1])
  })

  it('takes every letter as a command, and says so if it is none', () => {
    const state = press(open(), 'z')
    expect(state).toMatchObject({
      mode: { kind: 'list' },
      message: '"z" is not a command; c chooses a category, ? lists the keys',
    })
    expect(decided(state)).toEqual({})
  })

  it('approves a transfer without a category', () => {
    expect(decided(press(open(), '<end>', '<enter>'))).toEqual({ t4: { outcome: 'approved' } })
    expect(press(open(), '<end>', 'c').message).toBe(
      'Transfer to Savings: there is no category to choose; Enter approves it',
    )
  })

  it('approves what is sure only', () => {
    const rewe = row('t5', { merchant_id: 'm2', merchant_name: 'Rewe' })
    const review = open({}, [...rows, rewe, { ...rewe, id: 't6', amount: '-3.00' }])
    const state = press(review, '<down>', '<right>', '<enter>', 'gro', '<enter>', '<down>', '<enter>', 'A')
    expect(decided(state)).toEqual({
      t2: { category: 'c1', outcome: 'approved' },
      t5: { category: 'c1', outcome: 'approved' },
      t6: { category: 'c1', outcome: 'approved' },
      t4: { outcome: 'approved' },
    })
  })

  it('sends after Enter only, and not without a decision', () => {
    expect(press(open(), 'S').message).toBe('Nothing to send yet')
    const state = press(open(), 'x', 'n', 'hi', '<enter>', 'S')
    expect([state.mode.kind, state.ended]).toEqual(['confirm', undefined])
    expect(press(open(), 'n', 'hi', '<enter>', 'S', '<escape>').mode.kind).toBe('list')
    expect(press(open(), 'n', 'hi', '<enter>', 'S', '<enter>').ended).toBe('send')
  })
})

describe('a question', () => {
  it('finds a category by any part of its name, Ready to Assign by rta', () => {
    expect(decided(press(open(), '<down>', 'c', 'OFF', '<enter>'))).toEqual({
      t2: { category: 'c2', outcome: 'approved' },
    })
    expect(decided(press(open(), '<down>', '/', 'rta', '<enter>'))).toEqual({
      t2: { category: 'rta', outcome: 'approved' },
    })
    expect(press(open(), '<down>', 't', 'xyz', '<enter>')).toMatchObject({
      message: 'No match for "xyz"',
      mode: { kind: 'pick' },
    })
  })

  it('takes commands as text, and Esc goes back', () => {
    expect(press(open(), 'c', 'quA')).toMatchObject({ mode: { text: 'quA' }, ended: undefined })
    expect(press(open(), 'c', 'quA', '<escape>')).toMatchObject({ mode: { kind: 'list' }, ended: undefined })
  })

  it('splits a row until nothing is left; the sign is that of the row', () => {
    const state = press(
      open(),
      '<down>',
      's',
      'cof',
      '<enter>',
      '<clear>',
      '2.5',
      '<enter>',
      'gro',
      '<enter>',
      '<enter>',
    )
    expect(decided(state)).toEqual({
      t2: {
        splits: [
          { amount: '-2.50', category: 'c2' },
          { amount: '-7.50', category: 'c1' },
        ],
        outcome: 'approved',
      },
    })
    const tooMuch = press(open(), '<down>', 's', 'cof', '<enter>', '<clear>', '11', '<enter>')
    expect(tooMuch.message).toBe('Only -10.00 is left')
    const exact = press(open(), '<down>', 's', 'cof', '<enter>', '<clear>', '1.234', '<enter>')
    expect(exact.message).toBe('"1.234" is not an amount, such as 12.30')
  })

  it('splits each row of a group if their amounts are equal', () => {
    const equal = [row('t1'), row('t2'), row('t3', { merchant_name: 'Rewe', amount: '-12.00' })]
    const state = press(open({}, equal), 's', 'cof', '<enter>', '4', '<enter>', 'gro', '<enter>', '<enter>')
    expect([decided(state)['t2'], state.message]).toEqual([
      decided(state)['t1'],
      'Split 2 rows of Heron into 2 lines',
    ])
    expect(press(open(), 's').message).toBe('The amounts differ: press → to see each row, then split one')
  })

  it('books one category if the first line of a split takes everything', () => {
    expect(decided(press(open(), '<down>', 's', 'cof', '<enter>', '<enter>'))).toEqual({
      t2: { category: 'c2', outcome: 'approved' },
    })
  })

  it('goes back one step with Esc: to the category of the line, then to the line before', () => {
    const first = ['<down>', 's', 'cof', '<enter>', '4', '<enter>', 'gro', '<enter>']
    expect(press(open(), ...first, '<escape>')).toMatchObject({
      mode: { kind: 'pick', title: 'Split, -6.00 left' },
      splits: [{ amount: '-4.00', category: 'c2' }],
    })
    const back = press(open(), ...first, '<escape>', '<escape>')
    expect(back).toMatchObject({
      mode: { kind: 'text', title: 'How much for Coffee', text: '-4.00' },
      splits: [],
    })
    expect(press(open(), ...first, ...Array.from({ length: 4 }, () => '<escape>')).mode.kind).toBe('list')
    expect(press(open(), 'm', 'Blue', '<enter>', '<escape>').mode).toMatchObject({
      kind: 'text',
      text: 'Blue',
    })
  })

  it('replaces what is proposed by what is typed, unless → or End is pressed first', () => {
    const [typed, moved] = [press(open(), 'm', 'Blue'), press(open(), 'm', '<right>', ' Bar')]
    expect([typed.mode, moved.mode]).toMatchObject([{ text: 'Blue' }, { text: 'Heron Bar' }])
    expect(press(open(), 'm', '<backspace>').mode).toMatchObject({ text: 'Hero' })
  })

  it('takes no category with Enter that was neither suggested nor found', () => {
    const state = press(open(), '<enter>', '<enter>')
    expect(state).toMatchObject({
      mode: { kind: 'pick' },
      message: 'Type part of the name, or choose with ↓',
    })
    expect(decided(press(open(), '<enter>', '<down>', '<enter>'))).toMatchObject({ t1: { category: 'c1' } })
    expect(decided(press(open(), '<enter>', 'o', '<backspace>', '<enter>'))).toEqual({})
  })

  it('renames the merchant here or everywhere', () => {
    const here = press(open(), 'm', '<clear>', 'Blue', '<enter>', '<enter>')
    expect(decided(here)).toMatchObject({ t1: { merchant: { name: 'Blue', everywhere: false } } })
    const all = press(open(), '<right>', 'm', '<end>', ' Bar', '<enter>', '<down>', '<enter>')
    expect(decided(all)).toEqual({
      t1: { merchant: { name: 'Heron Bar', everywhere: true } },
      t3: { merchant: { name: 'Heron Bar', everywhere: true } },
    })
  })

  it('makes a transfer to another account, never to its own', () => {
    expect(decided(press(open(), '<down>', 't', '<enter>'))).toEqual({
      t2: { transfer_account_id: 'a2', outcome: 'approved' },
    })
  })

  it('makes a rule that suggests for sure, which undo takes back', () => {
    const review = open()
    const state = press(review, 'r', '<enter>', 'cof', '<enter>')
    expect(state.decisions.rules).toEqual([{ merchant_contains: 'heron', category: 'c2' }])
    expect(review.setting.suggest(state, rows[0] ?? row('t1'))).toEqual([
      { category: 'c2', reason: 'your new rule', is_sure: true },
    ])
    expect(press(review, 'r', '<enter>', 'cof', '<enter>', 'u').decisions.rules).toEqual([])
    expect(press(open({ can_add_rules: false }), 'r').message).toBe('Only local workspaces have rules')
  })
})

describe('a name that no category has', () => {
  const bills = { value: 'g2', label: 'Bills', taken_names: [] }
  const groups = [{ value: 'g1', label: 'Everyday', taken_names: ['old car'] }, bills]
  const listLabels = (review: ReturnType<typeof open>, ...keys: string[]) =>
    toReviewScreen(press(review, ...keys), review.setting, { remark: '', figures: '' }).prompt?.choices?.map(
      ({ label }) => label,
    )

  it('creates a category, which other rows can have as well, until undo takes it back', () => {
    const review = open()
    expect(listLabels(review, 'c', 'Pets')).toEqual(['Create "Pets"'])
    const state = press(review, 'c', 'Pets', '<enter>')
    expect(state.message).toBe('Approved 2 rows of Heron as Pets')
    expect(decided(state)).toMatchObject({ t1: { category: 'new:g1/Pets' }, t3: { outcome: 'approved' } })
    expect(listLabels(review, 'c', 'Pets', '<enter>', 'c', 'pets')).toEqual(['Everyday/Pets'])
    const { message } = toReviewScreen(
      press(review, 'c', 'Pets', '<enter>', 'c', 'pets', '<enter>', 'S'),
      review.setting,
      { remark: '', figures: '' },
    )
    expect(message).toBe('Send 1 new category, 3 decisions? Enter sends, Esc goes back')
    expect(listLabels(review, 'c', 'Pets', '<enter>', 'u', 'c', 'pets')).toEqual(['Create "pets"'])
  })

  it('is created in the group that the user chooses or types', () => {
    const review = open({ groups })
    expect(listLabels(review, 'c', 'Pets')).toEqual(['Create "Pets" in Everyday', 'Create "Pets" in Bills'])
    expect(press(review, 'c', 'Pets', '<enter>')).toMatchObject({
      message: 'Choose the group with ↓, or type it: GROUP/Pets',
      mode: { kind: 'pick' },
    })
    const category = 'new:g2/Pets'
    expect(decided(press(review, 'c', 'Pets', '<down>', '<down>', '<enter>'))).toMatchObject({
      t1: { category },
    })
    expect(decided(press(review, 'c', 'bills/Pets', '<enter>'))).toMatchObject({ t1: { category } })
  })

  it('is created for a line of a split, and for a rule', () => {
    const split = press(open(), '<down>', 's', 'Pets', '<enter>', '4', '<enter>', 'gro', '<enter>', '<enter>')
    expect(decided(split)).toMatchObject({
      t2: { splits: [{ amount: '-4.00', category: 'new:g1/Pets' }, { amount: '-6.00' }] },
    })
    const state = press(open(), 'r', '<enter>', 'Pets', '<enter>')
    expect([state.decisions.rules, state.message]).toEqual([
      [{ merchant_contains: 'heron', category: 'new:g1/Pets' }],
      'Rule: heron goes to Pets, 2 rows here; A approves all sure ones',
    ])
  })

  it('is refused if an archived category has it', () => {
    expect(press(open(), 'c', 'Old car', '<enter>').message).toBe('It is archived in Everyday')
    const state = press(open({ groups }), 'c', 'everyday/old car', '<enter>')
    expect(state.message).toBe('It is archived in Everyday')
    expect(listLabels(open({ groups }), 'c', 'Old car')).toEqual(['Create "Old car" in Bills'])
  })

  it('is refused if it is empty or too long', () => {
    for (const name of ['Bills/', 'x'.repeat(201)]) {
      const state = press(open({ groups }), 'c', name, '<enter>')
      expect(state.message).toBe('No match, and no group can take this name')
    }
  })
})

describe('the note of a group', () => {
  const noted = [row('t1', { notes: 'bike lock' }), row('t2'), row('t3', { notes: 'gift' })]

  it('is added to different notes, so that none is lost', () => {
    expect(press(open({}, noted), 'n').mode).toMatchObject({
      title: 'Note for 3 rows, added to the 2 they have',
      text: '',
    })
    const state = press(open({}, noted), 'n', 'trip', '<enter>')
    expect(Object.values(decided(state)).map(({ notes }) => notes)).toEqual([
      'bike lock, trip',
      'trip',
      'gift, trip',
    ])
    expect(decided(press(open({}, noted), 'n', '<enter>'))).toEqual({})
  })

  it('replaces the note that the rows share', () => {
    const shared = noted.map((one) => ({ ...one, notes: 'bike' }))
    expect(press(open({}, shared), 'n').mode).toMatchObject({ title: 'Note for 3 rows', text: 'bike' })
    const state = press(open({}, shared), 'n', 'boat', '<enter>')
    expect(Object.values(decided(state)).map(({ notes }) => notes)).toEqual(['boat', 'boat', 'boat'])
    expect(state.message).toBe('Changed the note of 3 rows of Heron')
  })
})

it('names the merchant of what was decided', () => {
  const message = (...keys: string[]) => press(open(), ...keys).message
  expect(message('c', 'cof', '<enter>')).toBe('Approved 2 rows of Heron as Coffee')
  expect(message('<down>', 'c', 'cof', '<enter>')).toBe('Approved Rewe as Coffee')
  expect(message('<down>', 't', '<enter>')).toBe('Rewe is a transfer to or from Savings')
  expect(message('x')).toBe('Skipped 2 rows of Heron: they stay in the inbox')
})

it('shows the keys that can be pressed, and no others', () => {
  const local = open()
  expect(toReviewScreen(local.state, local.setting, { remark: '', figures: '' }).keys).toContain(
    'r make a rule',
  )
  const file = open({ kind: 'import', can_add_rules: false })
  const { keys } = toReviewScreen(file.state, file.setting, { remark: '', figures: '' })
  expect(keys).toContain('x do not import')
  expect(keys).not.toContain('r make a rule')
  expect(keys).not.toContain('s split')
})

describe('the last question', () => {
  const asks = (review: ReturnType<typeof open>, ...keys: string[]) =>
    toReviewScreen(press(review, ...keys), review.setting, { remark: '', figures: '' }).message

  it('tells decisions from rules', () => {
    expect(asks(open(), 'r', '<enter>', 'cof', '<enter>', 'S')).toBe(
      'Send 1 rule? Enter sends, Esc goes back',
    )
    expect(asks(open(), 'r', '<enter>', 'cof', '<enter>', '<enter>', 'S')).toBe(
      'Send 2 decisions and 1 rule? Enter sends, Esc goes back',
    )
  })

  it('counts each row of a file once, within 80 columns', () => {
    const file = () => open({ kind: 'import', can_add_rules: false })
    const text = asks(file(), 'c', 'cof', '<enter>', 'x', 'S')
    expect(text).toBe('Import 3 rows (2 reviewed, 1 as it is), leave out 1? Enter imports')
    expect(text.length).toBeLessThan(80)
    expect(asks(file(), 'S')).toBe('Import 4 rows (0 reviewed, 4 as they are)? Enter imports')
  })
})

it('says why in full for the row under the cursor', () => {
  const booked = open({}, [row('t1', { category: 'c1', notes: 'bike' })])
  expect(toReviewScreen(booked.state, booked.setting, { remark: '', figures: '' }).detail).toEqual([
    'Everyday/Groceries: as recorded',
    'bike',
  ])
})

it.each(['inbox', 'import'] as const)('keeps x, S and q in the help of the %s on a small screen', (kind) => {
  const review = open({ kind })
  const screen = toReviewScreen(press(review, '?'), review.setting, { remark: '', figures: '' })
  const shown = renderReviewScreen(screen, { columns: 60, rows: 16, colors: noColors })
  for (const key of ['x ', 'S ', 'q ']) expect(shown.some((line) => line.startsWith(key))).toBe(true)
  expect(shown.some((line) => line.endsWith('…'))).toBe(false)
})
