/** Tests forms: fields and choices by keys, the effect that is shown, and what Enter does with it. */

import { expect, it } from 'vitest'
import { noColors } from '../../src/output/style.ts'
import { createForm, type FormOptions } from '../../src/screens/form.ts'
import type { Panel } from '../../src/screens/panel.ts'
import { toKeys } from '../support/test-screen.ts'

const choices = ['Fun', 'Coffee', 'Groceries'].map((name) => ({
  value: name,
  label: `Everyday/${name}`,
  short_name: name,
}))
const style = { columns: 40, rows: 20, colors: noColors }

/** Opens a form; what it runs is added to `ran`. */
async function open(options: Partial<FormOptions>) {
  const ran: (readonly string[])[] = []
  const panel = await createForm({
    title: 'Test',
    fields: [{ label: 'From', choices }, { label: 'Amount' }],
    verb: 'do',
    toCommand: (values) => values,
    preview: async (command) => [`would ${command.join(' ')}`],
    async run(command) {
      ran.push(command)
      return true
    },
    ...options,
  })
  return { panel, ran }
}

async function press(panel: Panel, text: string): Promise<string> {
  let outcome = 'stay'
  for (const key of toKeys(text)) outcome = await panel.handle(key)
  return outcome
}

const show = (panel: Panel): string => panel.render(style, 12).join('\n')

it('goes from field to field, and does what is shown when all are filled', async () => {
  const { panel, ran } = await open({})
  expect(await press(panel, 'cof⏎5')).toBe('stay')
  expect(show(panel)).toContain('would Coffee 5')
  expect(ran).toEqual([])
  expect(await press(panel, '⏎')).toBe('close')
  expect(ran).toEqual([['Coffee', '5']])
})

it('names the field that is missing', async () => {
  const { panel, ran } = await open({})
  await press(panel, '⇥5⏎⏎')
  expect(show(panel)).toContain('From is missing')
  expect(ran).toEqual([])
})

it('takes several choices in their order', async () => {
  const { panel, ran } = await open({ fields: [{ label: 'From', choices, isMany: true }] })
  await press(panel, 'groc⇥↓⏎')
  expect(ran).toEqual([['Groceries,Fun']])
})

it('keeps a new name that only begins like a choice', async () => {
  const { panel, ran } = await open({ fields: [{ label: 'Name', choices, allowsNew: true }] })
  await press(panel, 'Coff⏎')
  expect(ran).toEqual([['Coff']])
})

it('does nothing when what would happen changed since it was shown', async () => {
  let effect = 'before'
  const { panel, ran } = await open({ fields: [{ label: 'Amount' }], preview: async () => [effect] })
  await press(panel, '5')
  effect = 'after'
  await press(panel, '⏎')
  expect(show(panel)).toContain('It was changed elsewhere')
  expect(ran).toEqual([])
  await press(panel, '⏎')
  expect(ran).toEqual([['5']])
})

it('stays open when the command failed, and says what is wrong with a value', async () => {
  const { panel } = await open({ fields: [{ label: 'Amount' }], run: async () => false })
  expect(await press(panel, '5⏎')).toBe('stay')
  const wrong = await open({
    fields: [{ label: 'Amount' }],
    preview: () => Promise.reject(new Error('"x" is not an amount')),
  })
  expect(await press(wrong.panel, 'x⏎')).toBe('stay')
  expect(show(wrong.panel)).toContain('"x" is not an amount')
  expect(wrong.ran).toEqual([])
})

it('shows nothing that would control the terminal', async () => {
  const evil = 'A\u001b[2Jb\rc'
  const { panel } = await open({
    fields: [{ label: 'Name', value: evil, choices: [{ value: evil, label: evil, figure: '1.00' }] }],
    preview: async () => [evil],
  })
  await press(panel, '↓')
  expect(show(panel)).not.toMatch(/[\u001b\r]/)
})
