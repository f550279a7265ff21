/** A panel of fields that makes one command line, shows what it would do, and does it at Enter. */

import type { Key } from '../command/screen.ts'
import { padToWidth, truncateToWidth } from '../output/display-width.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { type Choice, filterChoices, toShortName } from './choice-list.ts'
import { fitLine, padLines, renderChoices, type ScreenStyle } from './frame.ts'
import type { Panel, PanelOutcome } from './panel.ts'
import { createTextInput, editText, renderTextInput, type TextInput } from './text-input.ts'

/** A choice of a field, and what stands beside it. */
export interface FormChoice extends Choice {
  figure?: string
}

/** A field: a text, or a list that filters while the user types. */
export interface FormField {
  label: string
  /** The text, or the value of a choice. @default '' */
  value?: string
  choices?: readonly FormChoice[]
  /** Several choices, in the order in which Tab takes them; the value separates them by commas. @default false */
  isMany?: boolean
  /** A text that is no choice is a value too, e.g. the name of a new merchant. @default false */
  allowsNew?: boolean
  /** The form is complete without it. @default false */
  isOptional?: boolean
}

/** What a form is about. Values are in the order of the fields. */
export interface FormOptions {
  title: string
  fields: readonly FormField[]
  /** The field that is asked first. @default 0 */
  first?: number
  /** What Enter does, in a word. */
  verb: string
  /** Returns the command line of complete values. */
  toCommand(values: readonly string[]): readonly string[]
  /** Returns lines about what the command would do. @throws what is wrong with the values */
  preview(command: readonly string[]): Promise<readonly string[]>
  /** Runs the command; true if it was done. */
  run(command: readonly string[]): Promise<boolean>
}

interface FieldState extends FormField {
  input: TextInput
  /** Position among the choices that match. */
  at: number
  /** True if the user moved to the choice. */
  isMoved: boolean
  /** Choices that are taken already. */
  taken: readonly FormChoice[]
}

interface FormState {
  options: FormOptions
  fields: FieldState[]
  current: number
  lines: readonly string[]
  problem: string
}

const MAX_CHOICES = 6

/** Returns the panel of a form, once its first preview is there. */
export async function createForm(options: FormOptions): Promise<Panel> {
  const state: FormState = {
    options,
    fields: options.fields.map(createField),
    current: options.first ?? 0,
    lines: [],
    problem: '',
  }
  await refresh(state)
  return {
    title: options.title,
    render: (style, space) => renderForm(state, style, space),
    listKeys: () => [
      `Enter ${findNextField(state) < 0 ? options.verb : 'next field'}`,
      state.fields[state.current]?.isMany ? 'Tab takes several, in order' : 'Tab next field',
      ...(state.fields[state.current]?.choices ? ['↑↓ choose'] : []),
      'Esc back',
    ],
    handle: (key) => handleKey(state, key),
  }
}

function createField(field: FormField): FieldState {
  const { choices, value = '' } = field
  const at = choices?.findIndex((choice) => choice.value === value) ?? -1
  const text = choices && at >= 0 ? toShortName(choices[at] ?? { value, label: value }) : value
  return {
    ...field,
    input: createTextInput(text, { is_proposed: text !== '' }),
    at: Math.max(0, at),
    isMoved: false,
    taken: [],
  }
}

/** Lists the choices that match; all of them as long as the proposed one is not typed over. */
const listMatching = ({ choices = [], input, taken }: FieldState): FormChoice[] =>
  filterChoices(choices, input.is_proposed ? '' : input.text).filter((choice) => !taken.includes(choice))

/** Returns the choice that counts: the one that is proposed, moved to, or found by typing, unless any text is a value. */
function getChoice(field: FieldState): FormChoice | undefined {
  const { input, isMoved, allowsNew, at } = field
  const isFound = input.text.trim() !== '' && allowsNew !== true
  return input.is_proposed || isMoved || isFound ? listMatching(field)[at] : undefined
}

function getValue(field: FieldState): string {
  const { choices, input, isMany, allowsNew, taken } = field
  const text = input.text.trim()
  if (!choices) return text
  const choice = getChoice(field)
  if (!isMany) return choice?.value ?? (allowsNew ? text : '')
  return [...taken, ...(choice ? [choice] : [])].map(({ value }) => value).join(',')
}

const isMissing = (field: FieldState): boolean => field.isOptional !== true && getValue(field) === ''

const isComplete = ({ fields }: FormState): boolean => !fields.some(isMissing)

/** Computes what the command would do by now. */
async function refresh(state: FormState): Promise<void> {
  const { options, fields } = state
  state.problem = ''
  state.lines = []
  if (!isComplete(state)) return
  try {
    state.lines = await options.preview(options.toCommand(fields.map(getValue)))
  } catch (error) {
    state.problem = error instanceof Error ? error.message : String(error)
  }
}

async function handleKey(state: FormState, key: Key): Promise<PanelOutcome> {
  const field = state.fields[state.current]
  if (key.name === 'escape' || !field) return 'close'
  if (key.name === 'enter') return enter(state)
  if (key.name === 'tab' && field.isMany) takeChoice(field)
  else if (key.name === 'tab') moveTo(state, state.current + 1)
  else if (key.name === 'shift-tab') moveTo(state, state.current - 1)
  else if (field.choices && (key.name === 'up' || key.name === 'down')) moveChoice(field, key.name)
  else if (key.name === 'up' || key.name === 'down')
    moveTo(state, state.current + (key.name === 'up' ? -1 : 1))
  else {
    const input = editText(field.input, key)
    if (!input) return 'stay'
    field.input = input
    field.at = 0
    field.isMoved = false
  }
  await refresh(state)
  return 'stay'
}

/** Returns the field that Enter goes to: the next empty one, else one that is missing; -1 if there is none. */
function findNextField({ fields, current }: FormState): number {
  const next = fields.findIndex((field, at) => at > current && getValue(field) === '')
  return next < 0 ? fields.findIndex(isMissing) : next
}

/** Goes to the field that is empty, or does what is shown. */
async function enter(state: FormState): Promise<PanelOutcome> {
  const next = findNextField(state)
  if (next >= 0) {
    if (next === state.current) state.problem = `${state.fields[next]?.label} is missing`
    else moveTo(state, next)
    return 'stay'
  }
  const shown = state.lines.join('\n')
  await refresh(state)
  if (state.problem !== '') return 'stay'
  if (state.lines.join('\n') !== shown) {
    state.problem = 'It was changed elsewhere: look again, then press Enter'
    return 'stay'
  }
  const { options, fields } = state
  if (await options.run(options.toCommand(fields.map(getValue)))) return 'close'
  await refresh(state)
  return 'stay'
}

function moveTo(state: FormState, field: number): void {
  state.current = (field + state.fields.length) % state.fields.length
}

function takeChoice(field: FieldState): void {
  const choice = getChoice(field) ?? listMatching(field)[0]
  if (choice) field.taken = [...field.taken, choice]
  field.input = createTextInput()
  field.at = 0
  field.isMoved = false
}

function moveChoice(field: FieldState, direction: 'up' | 'down'): void {
  const { length } = listMatching(field)
  // The first ↓ takes the first choice, not the second one.
  const at = getChoice(field) === undefined ? 0 : field.at + (direction === 'up' ? -1 : 1)
  field.at = Math.max(0, Math.min(length - 1, at))
  field.isMoved = true
}

function renderForm(state: FormState, style: ScreenStyle, space: number): string[] {
  const { colors } = style
  const current = state.fields[state.current]
  const width = Math.max(...state.fields.map(({ label }) => label.length)) + 2
  const fields = state.fields.map((field, at) =>
    renderField(field, { style, width, isCurrent: at === state.current }),
  )
  const about =
    state.problem === ''
      ? state.lines.map((line) => fitLine(line, style))
      : [colors.yellow(fitLine(` ${state.problem}`, style))]
  const left = Math.max(1, space - fields.length - Math.min(about.length, space > 8 ? 3 : 2))
  const choices = current?.choices
    ? renderMatching(current, { ...style, space: Math.min(MAX_CHOICES, left) })
    : []
  // Always as many lines, so that what is above stays where it is.
  return padLines([...fields, ...choices, ...about], Math.min(space, fields.length + MAX_CHOICES + 2))
}

function renderMatching(field: FieldState, style: Parameters<typeof renderChoices>[2]): string[] {
  const matching = listMatching(field)
  if (matching.length === 0 && field.allowsNew !== true) return [fitLine(' Nothing has this name', style)]
  return renderChoices(matching, getChoice(field) ? field.at : -1, style)
}

function renderField(
  field: FieldState,
  { style, width, isCurrent }: { style: ScreenStyle; width: number; isCurrent: boolean },
): string {
  const { columns, colors } = style
  const label = ` ${padToWidth(field.label, width)}`
  const taken = field.taken.map((choice) => `${toShortName(choice)}, `).join('')
  const choice = field.choices && !field.isMany ? getChoice(field) : undefined
  const figure = choice?.figure ?? ''
  const space = Math.max(4, columns - width - 2 - (figure === '' ? 0 : figure.length + 2))
  const shownText = isCurrent
    ? renderTextInput(field.input, Math.max(2, space - taken.length))
    : truncateToWidth(sanitizeLine(choice ? toShortName(choice) : field.input.text), space)
  const value = padToWidth(truncateToWidth(sanitizeLine(taken) + shownText, space), figure === '' ? 0 : space)
  return `${isCurrent ? colors.bold(label) : label}${value}${figure === '' ? '' : `  ${figure}`}`
}
