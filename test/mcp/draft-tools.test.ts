/** Tests what an assistant drafts and applies: nothing below its level, the plan and no more, once, and undone by one undo. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Assistant, budgetLines, type FormAnswer, openAssistant } from '../support/assistant.ts'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

let stage: CliHarness
let opened: Assistant[]

const run = (line: string) => stage.budget(splitShellWords(line).words)
async function runOk(line: string): Promise<string> {
  const { code, stdout, stderr } = await run(line)
  expect({ line, code, stderr }).toMatchObject({ line, code: 0 })
  return stdout
}

/** Everything that an assistant could change, in the workspace. */
async function readBudget(): Promise<unknown> {
  const parts = []
  for (const line of budgetLines) parts.push(JSON.parse(await runOk(line)))
  return parts
}

async function open(
  level: string,
  options: { answerForm?: FormAnswer; era?: 'legacy' | 'modern'; clientName?: string } = {},
): Promise<Assistant> {
  const assistant = await openAssistant(stage, { args: ['--allow', level], ...options })
  opened.push(assistant)
  return assistant
}

const COVER = { do: 'cover', categories: ['Fun'], from: ['Groceries'] }
const draft = (assistant: Assistant, ...changes: object[]) =>
  assistant.call('draft_changes', { why: 'cover overspending', changes })

beforeEach(async () => {
  stage = createCliHarness()
  opened = []
  for (const line of [
    'workspaces create Home --currency USD',
    'accounts add Checking --type banking_checking --balance 1000',
    'accounts add Savings --type banking_savings',
    'groups add Everyday',
    'categories add Fun --group Everyday',
    'categories add Groceries --group Everyday',
    'month assign Groceries=300 Fun=20',
    'tx add --account Checking --amount -45 --merchant Cinema --category Fun',
    'tx add --account Checking --amount -12 --merchant Market --category Groceries',
  ])
    await runOk(line)
})
afterEach(async () => {
  for (const assistant of opened) await assistant.close()
  stage.close()
})

describe('a draft', () => {
  it('shows before and after, and changes nothing', async () => {
    const before = await readBudget()
    const assistant = await open('draft')
    const answer = await draft(assistant, COVER)
    expect(answer).toMatchObject({
      draft: 1,
      warnings: [],
      rows: 2,
      requests: 0,
      next: 'budget drafts apply 1',
      ready_to_assign: { '2026-11': ['680.00', '680.00'] },
    })
    expect(answer['plan']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          type: 'assignment',
          before: expect.objectContaining({ name: 'Fun', assigned: '20.00' }),
          after: expect.objectContaining({ assigned: '45.00' }),
        }),
      ]),
    )
    expect(await readBudget()).toEqual(before)
    // The same changes are the same draft.
    expect(await draft(assistant, COVER)).toMatchObject({ draft: 1 })
    expect(await assistant.call('list_drafts')).toMatchObject({ drafts: [{ draft: 1, rows: 2 }] })
    expect(
      await assistant.call('revise_draft', { draft: 1, changes: [{ ...COVER, from: ['rta'] }] }),
    ).toMatchObject({
      draft: 2,
    })
    expect(await assistant.call('drop_draft', { draft: 1 })).toMatchObject({ error: 'conflict' })
    expect(await assistant.call('drop_draft', { draft: 2 })).toMatchObject({ state: 'dropped' })
    expect(await readBudget()).toEqual(before)
  })

  it('is applied by the user as one entry of their own, and one undo takes it back', async () => {
    const before = await readBudget()
    const assistant = await open('draft', { clientName: 'Claude\nCode' })
    await draft(assistant, COVER, { do: 'categorize', where: { merchant: 'Market' }, category: 'Fun' })
    await runOk('drafts apply 1 --yes')
    const [entry] = JSON.parse(await runOk('history --json'))
    expect(entry).toMatchObject({ command: 'drafts apply 1', actor: null })
    expect(JSON.parse(await runOk('drafts show 1 --json'))).toMatchObject({ actor: 'assistant Claude Code' })
    const bold = await open('apply')
    expect(await bold.call('undo', { history: entry.id })).toMatchObject({ error: 'forbidden' })
    expect(await readBudget()).not.toEqual(before)
    await runOk('undo --yes')
    expect(withoutTimes(await readBudget())).toEqual(withoutTimes(before))
  })

  const cases: [string, object, string][] = [
    [
      'add',
      { do: 'add', account: 'Checking', amount: '-9.99', merchant: '--yes', category: 'Fun', notes: '-n' },
      'transaction',
    ],
    [
      'add in lines',
      {
        do: 'add',
        account: 'Checking',
        amount: '-9.99',
        splits: [
          { category: 'Fun', amount: '-4.99' },
          { category: 'Groceries', amount: '-5.00' },
        ],
      },
      'transaction',
    ],
    ['add an inflow', { do: 'add', account: 'Checking', amount: '9.99', category: 'rta' }, 'transaction'],
    [
      'edit',
      { do: 'edit', where: { merchant: 'Cinema' }, set: { amount: '-40.00', notes: 'x' } },
      'transaction',
    ],
    ['categorize', { do: 'categorize', where: { category: 'Fun' }, category: 'Groceries' }, 'transaction'],
    ['delete', { do: 'delete', where: { merchant: 'Cinema' } }, 'transaction'],
    ['transfer', { do: 'transfer', amount: '10.00', from: 'Checking', to: 'Savings' }, 'transaction'],
    [
      'assign',
      {
        do: 'assign',
        assignments: [
          { category: 'Fun', amount: '50.00' },
          { category: 'Groceries', add: '-5.00' },
        ],
      },
      'assignment',
    ],
    ['move', { do: 'move', amount: '10.00', from: 'Groceries', to: 'Fun' }, 'assignment'],
    ['cover', { ...COVER, keep: '200.00' }, 'assignment'],
    ['target', { do: 'target', category: 'Fun', amount: '60.00' }, 'target'],
    ['rename', { do: 'rename', kind: 'merchant', name: 'Cinema', to: 'Kino' }, 'merchant'],
    ['merge', { do: 'merge', kind: 'merchant', names: ['Cinema'], into: 'Market' }, 'merchant'],
    ['create', { do: 'create', kind: 'category', name: 'Pets', group: 'Everyday' }, 'category'],
    ['rule', { do: 'rule', merchant: 'Cinema', category: 'Fun' }, 'rule'],
    ['reconcile', { do: 'reconcile', account: 'Checking', balance: '943.00' }, 'reconciliation'],
  ]
  it.each(cases)('of %s is applied as shown, and undone', async (_, change, type) => {
    const before = await readBudget()
    const assistant = await open('draft')
    const answer = await draft(assistant, change)
    expect(answer).toMatchObject({ draft: 1 })
    expect((answer['plan'] as { type: string }[]).map((row) => row.type)).toContain(type)
    expect(await readBudget()).toEqual(before)
    await runOk('drafts apply 1 --yes')
    expect(await readBudget()).not.toEqual(before)
    await runOk('undo --yes')
    expect(withoutTimes(await readBudget())).toEqual(withoutTimes(before))
  })

  it('splits a row by its ref', async () => {
    const assistant = await open('draft')
    const { rows } = (await assistant.call('find_transactions', { search: 'Market' })) as {
      rows: { ref: string }[]
    }
    const splits = [
      { category: 'Fun', amount: '-2.00' },
      { category: 'Groceries', amount: '-10.00' },
    ]
    expect(await draft(assistant, { do: 'split', ref: rows[0]?.ref, splits })).toMatchObject({ rows: 1 })
  })

  it('leaves in a source what is to be kept', async () => {
    const assistant = await open('draft')
    expect(await draft(assistant, { ...COVER, keep: '270.00' })).toMatchObject({ error: 'invalid' })
    expect(await draft(assistant, { ...COVER, keep: '263.00' })).toMatchObject({ draft: 1 })
  })
})

/** Timestamps of changes are no part of a budget. */
const withoutTimes = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, inner) => (key === 'updated_at' ? undefined : inner)))

it.each([
  [{ do: 'delete', where: {} }, 'where'],
  [{ do: 'delete', where: { uncategorized: false } }, 'where'],
  [{ do: 'delete', where: { search: ' ' } }, 'where'],
  [{ do: 'delete' }, 'refs'],
  [{ do: 'move', amount: 12.5, from: 'Fun', to: 'Groceries' }, 'changes[0].amount'],
  [{ do: 'move', cents: 1250, from: 'Fun', to: 'Groceries' }, 'changes[0].cents'],
  [{ do: 'add', account: 'Checking', amount: '-1', date: '2026-02-31' }, 'changes[0].date'],
  [{ do: 'merge', kind: 'merchant', names: ['Cin'], into: 'Market' }, 'name'],
  [{ do: 'rename', kind: 'category', name: 'Gro', to: 'Food' }, 'name'],
  [{ do: 'anything' }, 'changes[0].do'],
  ['cover', 'changes[0].do'],
  [{ do: 'assign', assignments: [{ category: 'Fun' }] }, 'assignments'],
  [{ do: 'edit', where: { merchant: 'Cinema' }, set: {} }, 'set'],
])('refuses %j without a draft', async (change, field) => {
  const assistant = await open('draft')
  expect(await assistant.call('draft_changes', { changes: [change] })).toMatchObject({
    error: expect.anything(),
    field,
  })
  expect(await assistant.call('list_drafts')).toEqual({ drafts: [] })
})

it('refuses 101 changes', async () => {
  const assistant = await open('draft')
  const changes = Array.from({ length: 101 }, () => COVER)
  expect(await assistant.call('draft_changes', { changes })).toMatchObject({
    error: 'invalid',
    field: 'changes',
  })
})

describe('a form', () => {
  const accept: FormAnswer = async () => ({ action: 'accept', content: { apply: true } })

  it.each(['legacy', 'modern'] as const)('shows the draft and applies it once (%s)', async (era) => {
    const messages: string[] = []
    const assistant = await open('ask', {
      era,
      answerForm: async (message) => {
        messages.push(message)
        return accept(message)
      },
    })
    await draft(assistant, COVER)
    const applied = await assistant.call('apply_draft', { draft: 1 })
    expect(applied).toEqual({ applied: 1, history: expect.any(Number) })
    expect(messages).toEqual([expect.stringContaining('"Fun"')])
    expect(messages[0]).toContain('20.00 → 45.00')
    expect(await assistant.call('apply_draft', { draft: 1 })).toEqual(applied)
    expect(messages).toHaveLength(1)
    const { month } = JSON.parse(await runOk('month show Fun --json'))
    expect(month.category_groups[0].categories[0]).toMatchObject({ assigned: '45.00' })
  })

  const refusals: [string, FormAnswer | undefined][] = [
    ['decline', async () => ({ action: 'decline' })],
    ['cancel', async () => ({ action: 'cancel' })],
    ['{}', async () => ({ action: 'accept', content: {} })],
    ['apply: false', async () => ({ action: 'accept', content: { apply: false } })],
    ['"yes"', async () => ({ action: 'accept', content: { apply: 'yes' } })],
    ['no form', undefined],
  ]
  describe.each(['legacy', 'modern'] as const)('%s', (era) => {
    it.each(refusals)('changes nothing on %s', async (_, answerForm) => {
      const before = await readBudget()
      const assistant = await open('ask', { era, ...(answerForm && { answerForm }) })
      await draft(assistant, COVER)
      await assistant.call('apply_draft', { draft: 1 }).catch(() => undefined)
      expect(await readBudget()).toEqual(before)
      expect(await assistant.call('list_drafts')).toMatchObject({ drafts: [{ draft: 1 }] })
    })
  })

  it.each(['legacy', 'modern'] as const)(
    'changes nothing while nobody answers, and keeps no tool waiting (%s)',
    async (era) => {
      const before = await readBudget()
      let isShown = () => {}
      const shown = new Promise<void>((resolve) => (isShown = resolve))
      const answerForm: FormAnswer = () => {
        isShown()
        return new Promise(() => undefined)
      }
      const assistant = await open('ask', { era, answerForm })
      await draft(assistant, COVER)
      void assistant.call('apply_draft', { draft: 1 }).catch(() => undefined)
      await shown
      expect(await assistant.call('list_drafts')).toMatchObject({ drafts: [{ draft: 1 }] })
      await assistant.close()
      expect(await readBudget()).toEqual(before)
    },
  )

  it('is refused when the draft was replaced while the user looked at it', async () => {
    const before = await readBudget()
    let assistant: Assistant | undefined
    const other = await open('draft')
    assistant = await open('ask', {
      answerForm: async (message) => {
        await other.call('revise_draft', { draft: 1, changes: [{ ...COVER, from: ['rta'] }] })
        return accept(message)
      },
    })
    await draft(assistant, COVER)
    expect(await assistant.call('apply_draft', { draft: 1 })).toMatchObject({ error: 'conflict' })
    expect(await readBudget()).toEqual(before)
  })

  it('shows every field of what is added, and hides none behind a long one', async () => {
    await runOk('tx add --account Checking --amount 2000 --merchant Job --ready-to-assign')
    await runOk('month assign Groceries=1200 Fun=200')
    let shown = ''
    const assistant = await open('ask', {
      answerForm: async (message) => {
        shown = message
        return { action: 'decline' }
      },
    })
    const { rows } = (await assistant.call('find_transactions', { search: 'Market' })) as {
      rows: { ref: string }[]
    }
    const refs = [rows[0]?.ref]
    await draft(
      assistant,
      { do: 'add', account: 'Checking', amount: '-900.00', merchant: 'Coffee shop', category: 'Groceries' },
      { do: 'edit', refs, set: { merchant: 'Z'.repeat(150) } },
      { do: 'categorize', refs, category: 'Fun' },
    )
    await assistant.call('apply_draft', { draft: 1 })
    for (const text of ['-900.00', '"Checking"', '"Groceries"', '"Fun"', '2026-11-20'])
      expect(shown).toContain(text)
    expect(shown).not.toContain('Z'.repeat(41))
  })

  it('keeps its lines whatever a merchant is called', async () => {
    await runOk('month assign Fun=100')
    await runOk(`tx edit last --set-merchant "A \u202e apply: true ${'x'.repeat(150)}"`)
    let shown = ''
    const assistant = await open('ask', {
      answerForm: async (message) => {
        shown = message
        return { action: 'decline' }
      },
    })
    await draft(assistant, { do: 'categorize', where: { search: 'apply' }, category: 'Fun' })
    await assistant.call('apply_draft', { draft: 1 })
    expect(shown.split('\n')).toHaveLength(2)
    expect(shown).not.toMatch(/\p{Cf}/u)
  })

  it('says in which month an assignment is', async () => {
    let shown = ''
    const assistant = await open('ask', {
      answerForm: async (message) => {
        shown = message
        return { action: 'decline' }
      },
    })
    await draft(assistant, {
      do: 'assign',
      month: '2027-03',
      assignments: [{ category: 'Fun', amount: '5' }],
    })
    await assistant.call('apply_draft', { draft: 1 })
    expect(shown).toContain('"Fun" in 2027-03')
  })

  it('does not apply what has a warning; the terminal does', async () => {
    const before = await readBudget()
    const assistant = await open('apply', { answerForm: accept })
    await draft(assistant, { do: 'delete', where: { merchant: 'Cinema' } })
    expect(await assistant.call('apply_draft', { draft: 1 })).toMatchObject({ error: 'forbidden' })
    expect(await readBudget()).toEqual(before)
  })
})

describe('warnings', () => {
  it.each<[string, object, RegExp]>([
    [
      'an entry',
      { do: 'add', amount: '-5000', account: 'Checking', category: 'Groceries' },
      /overspends 1 category/,
    ],
    [
      'an entry in two categories',
      {
        do: 'add',
        amount: '-5000',
        account: 'Checking',
        splits: [
          { category: 'Groceries', amount: '-2000' },
          { category: 'Fun', amount: '-3000' },
        ],
      },
      /overspends 2 categories/,
    ],
    [
      'an edit',
      { do: 'edit', where: { merchant: 'Market' }, set: { amount: '-4000' } },
      /overspends 1 category/,
    ],
    [
      'a categorization',
      { do: 'categorize', where: { merchant: 'Kiosk' }, category: 'Fun' },
      /overspends 1 category/,
    ],
    [
      'an assignment',
      { do: 'assign', assignments: [{ category: 'Groceries', amount: '91563.05' }] },
      /takes Ready to Assign of 2026-11 to -90,/,
    ],
    [
      'an assignment of a month whose money is assigned later',
      { do: 'assign', month: '2026-12', assignments: [{ category: 'Groceries', amount: '91563.05' }] },
      /takes Ready to Assign of 2026-12 to -90,/,
    ],
    [
      'less income',
      { do: 'edit', where: { category: 'rta' }, set: { amount: '1' } },
      /takes Ready to Assign of 2026-11 to -/,
    ],
  ])('stop %s that takes something below zero at the level apply', async (_, change, warning) => {
    await runOk('tx add --account Checking --amount -3 --merchant Kiosk --uncategorized')
    await runOk('tx add --account Checking --amount 500 --merchant Job --ready-to-assign')
    await runOk('month assign Groceries=+400')
    const before = await readBudget()
    const assistant = await open('apply')
    const made = await assistant.call('draft_changes', { changes: [change] })
    expect(made).toMatchObject({
      warnings: expect.arrayContaining([expect.stringMatching(warning)]),
      terminal_only: true,
    })
    expect(await assistant.call('apply_draft', { draft: made['draft'] })).toMatchObject({
      error: 'forbidden',
    })
    expect(await readBudget()).toEqual(before)
  })

  it('are none where nothing goes below zero', async () => {
    const assistant = await open('apply')
    const made = await assistant.call('draft_changes', {
      changes: [{ do: 'add', amount: '-1', account: 'Checking', category: 'Groceries' }],
    })
    expect(made).toMatchObject({ warnings: [], terminal_only: false })
  })

  it('a rule without a condition is refused', async () => {
    const assistant = await open('draft')
    expect(
      await assistant.call('draft_changes', { changes: [{ do: 'rule', category: 'Fun' }] }),
    ).toMatchObject({ error: 'usage' })
  })
})

describe('drafts of the user', () => {
  it('are not dropped or replaced by an assistant', async () => {
    await runOk('month assign Fun=21 --draft')
    const assistant = await open('draft')
    const changes = [{ do: 'assign', assignments: [{ category: 'Fun', amount: '22' }] }]
    for (const [tool, input] of [
      ['drop_draft', { draft: 1 }],
      ['revise_draft', { draft: 1, changes }],
    ] as const)
      expect(await assistant.call(tool, input)).toMatchObject({ error: 'forbidden' })
    expect(JSON.parse(await runOk('drafts --json'))).toMatchObject([{ draft: 1, state: 'open' }])
  })
})

describe('the level apply', () => {
  it('applies, says the same again, and takes back only what an assistant applied', async () => {
    const before = await readBudget()
    const assistant = await open('apply')
    await draft(assistant, COVER)
    const applied = await assistant.call('apply_draft', { draft: 1 })
    expect(await assistant.call('apply_draft', { draft: 1 })).toEqual(applied)
    expect(await assistant.call('undo', { history: 1 })).toMatchObject({ error: 'forbidden' })
    expect(await assistant.call('undo', { history: applied['history'] })).toMatchObject({
      undone: applied['history'],
    })
    const [undo] = JSON.parse(await runOk('history --json'))
    expect(undo).toMatchObject({ undoes: applied['history'], actor: expect.stringMatching(/^assistant /) })
    expect(withoutTimes(await readBudget())).toEqual(withoutTimes(before))
  })

  it('applies no draft that would do something else now, and says what differs', async () => {
    const assistant = await open('apply')
    await draft(assistant, COVER)
    await runOk('month assign Fun=30')
    const before = await readBudget()
    const answer = await assistant.call('apply_draft', { draft: 1 })
    expect(answer).toMatchObject({ error: 'stale', differences: expect.any(Array) })
    expect(await readBudget()).toEqual(before)
  })
})

it('calls no key like an assistant', async () => {
  expect(await run('keys create --name "Assistant Claude"')).toMatchObject({ code: 2 })
  expect(await run('keys pair --name "assistant"')).toMatchObject({ code: 2 })
})
