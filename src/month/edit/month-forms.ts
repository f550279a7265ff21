/** The forms of the month on a screen: each makes one command line, whose effect is shown before Enter. */

import { createShownCheck } from '../../command/check-shown.ts'
import type { CheckBeforeRun } from '../../command/context.ts'
import { UserError } from '../../contract/errors.ts'
import type { MonthCategory } from '../../contract/operations/months.ts'
import { isNegative, isZero, minimum, negate } from '../../money/decimal.ts'
import { groupThousands } from '../../output/format-amount.ts'
import { createForm, type FormChoice, type FormOptions } from '../../screens/form.ts'
import type { Panel } from '../../screens/panel.ts'
import { listMonthCategories } from '../assign.ts'
import { nameMonthAndYear } from './draw-month.ts'
import { getCategory, type MonthSession, previewLines, runChecked, toReference } from './month-session.ts'

type FormParts = Omit<FormOptions, 'preview' | 'run'> & Partial<Pick<FormOptions, 'preview'>>

/**
 * Opens a form whose command is previewed and run on the workspace, if the month still is as its preview showed it.
 * @param check replaces that check
 */
export const openForm = (session: MonthSession, parts: FormParts, check?: CheckBeforeRun): Promise<Panel> =>
  createForm({
    preview: (command) => previewLines(session, command),
    ...parts,
    run(command) {
      const { reply, month } = session.state
      const checkMonth = createShownCheck(reply, (api) => api.getMonth({ month }))
      return runChecked(session, command, check ?? checkMonth)
    },
  })

const rta = 'rta'

/** Lists the categories with what they have, archived ones only with money; Ready to Assign first. */
function listSources({ state }: MonthSession): FormChoice[] {
  const { reply } = state
  const ready = { value: rta, label: 'Ready to Assign', figure: groupThousands(reply.month.ready_to_assign) }
  return [ready, ...listCategories({ state }, ({ archived, available }) => !archived || !isZero(available))]
}

/** Lists categories, by default those that are not archived, with what they have. */
export const listCategories = (
  { state }: Pick<MonthSession, 'state'>,
  keeps = ({ archived }: MonthCategory): boolean => !archived,
): FormChoice[] =>
  state.reply.month.category_groups.flatMap((group) =>
    group.categories.filter(keeps).map((category) => ({
      value: toReference(state, category),
      label: `${group.name}/${category.name}`,
      short_name: category.name,
      figure: groupThousands(category.available),
    })),
  )

/** Asks how much moves from where to where: into a category that is short, else out of the one under the cursor. */
export function openMove(session: MonthSession): Promise<Panel> {
  const { state } = session
  const category = getCategory(state)
  const own = category ? toReference(state, category) : ''
  const isShort = category !== undefined && isNegative(category.available)
  const choices = listSources(session)
  return openForm(session, {
    title: 'Move',
    fields: [
      { label: 'From', choices, value: isShort ? '' : own },
      { label: 'To', choices, value: isShort ? own : '' },
      { label: 'Amount', value: isShort ? negate(category.available) : '' },
    ],
    first: isShort || !category ? 0 : 1,
    verb: 'move',
    toCommand: ([from = '', to = '', amount = '']) => [
      'month',
      'move',
      '--month',
      state.month,
      '--from',
      from,
      '--to',
      to,
      '--',
      amount,
    ],
  })
}

/** Asks where the money comes from that covers a category, or all of them. */
export function openCover(session: MonthSession, category: MonthCategory | undefined): Promise<Panel> {
  const { state } = session
  const covered = category ? ['--', toReference(state, category)] : ['--all']
  const choices = listSources(session).filter(
    ({ figure = '' }) => !figure.startsWith('-') && !isZero(figure.replaceAll(',', '')),
  )
  return openForm(session, {
    title: category
      ? `Cover ${category.name} ${groupThousands(negate(category.available))}`
      : 'Cover all that is overspent',
    fields: [{ label: 'From', choices, isMany: true }],
    verb: 'cover',
    toCommand: ([from = '']) => ['month', 'cover', '--month', state.month, '--from', from, ...covered],
  })
}

/** Ways to fund categories; each makes the words of a command. */
function listFundings({ state }: MonthSession, categories: readonly MonthCategory[]): Map<string, string[]> {
  const month = ['--month', state.month]
  const refer = (category: MonthCategory): string => toReference(state, category)
  const assign = (getAmount: (category: MonthCategory) => string | undefined): string[] => [
    'month',
    'assign',
    ...month,
    '--',
    ...categories.flatMap((category) => {
      const amount = getAmount(category)
      return amount === undefined ? [] : [`${refer(category)}=${amount}`]
    }),
  ]
  return new Map([
    [
      '1 What targets and schedules miss',
      ['month', 'fund', '--upcoming', ...month, '--', ...categories.map(refer)],
    ],
    ['2 Assigned last month', assign(() => 'last')],
    ['3 Spent last month', assign(() => 'spent')],
    ['4 Average assigned', assign(() => 'avg-assigned')],
    ['5 Average spent', assign(() => 'avg')],
    ['6 Take back above target', assign(getSurplus)],
    ['7 Assigned to 0', assign(({ assigned }) => (isZero(assigned) ? undefined : '0'))],
    [
      '8 Available to 0',
      assign(({ available }) => (isZero(available) ? undefined : toRelative(negate(available)))),
    ],
  ])
}

/** Returns what is assigned above the target, as a change; undefined for nothing. */
function getSurplus({ assigned, target }: MonthCategory): string | undefined {
  const surplus = minimum(target?.overfunded_by_amount ?? '0', assigned)
  return isZero(surplus) || isNegative(surplus) ? undefined : negate(surplus)
}

const toRelative = (amount: string): string => (isNegative(amount) ? amount : `+${amount}`)

/** Asks how the categories are funded: the selected ones, the one under the cursor, or all on a group. */
export function openFund(session: MonthSession): Promise<Panel> {
  const { state } = session
  const all = listMonthCategories(state.reply).filter(({ archived }) => !archived)
  const current = getCategory(state)
  const categories =
    state.selected.size > 0 ? all.filter(({ id }) => state.selected.has(id)) : current ? [current] : all
  const fundings = listFundings(session, categories)
  const labels = [...fundings.keys()]
  const subject = categories.length === 1 ? categories[0]?.name : `${categories.length} categories`
  return openForm(session, {
    title: `Fund ${subject}`,
    fields: [
      { label: 'How', choices: labels.map((label) => ({ value: label, label })), value: labels[0] ?? '' },
    ],
    verb: 'fund',
    toCommand: ([how = '']) => fundings.get(how) ?? [],
  })
}

/** Returns accounts or merchants as choices. */
export const listNames = (entities: readonly { name: string }[]): FormChoice[] =>
  entities.map(({ name }) => ({ value: name, label: name }))

/** Asks for a transaction of the category under the cursor. */
export async function openAdd(session: MonthSession): Promise<Panel> {
  const { state, context } = session
  const { names } = context.workspace
  const category = getCategory(state)
  const accounts = (await names.accounts()).filter(({ closed }) => !closed)
  const merchants = await names.merchants()
  const usual = (await context.computer.settings()).selectProfile().profile.default_account
  return openForm(session, {
    title: 'Add a purchase; an amount with + came in',
    fields: [
      { label: 'Amount' },
      {
        label: 'Merchant',
        choices: listNames(merchants),
        allowsNew: true,
        isOptional: true,
      },
      {
        label: 'Category',
        choices: listCategories(session),
        value: category ? toReference(state, category) : '',
        isOptional: true,
      },
      {
        label: 'Account',
        choices: listNames(accounts),
        value: usual ?? accounts[0]?.name ?? '',
      },
      { label: 'Date', value: context.invocation.today },
    ],
    verb: 'save',
    toCommand: ([amount = '', merchant = '', chosen = '', account = '', date = '']) => [
      amount.startsWith('+') ? 'earn' : 'spend',
      '--account',
      account,
      '--date',
      date,
      ...(chosen === '' ? [] : ['--category', chosen]),
      '--',
      amount.replace(/^[+-]/, ''),
      ...(merchant === '' ? [] : [merchant]),
    ],
  })
}

/** Asks for the name of a new category in the group of the cursor. */
export function openNewCategory(session: MonthSession): Promise<Panel> {
  const { state } = session
  const group = state.rows[state.cursor]?.group
  return openForm(session, {
    title: `New category in ${group?.name ?? ''}`,
    fields: [{ label: 'Name' }],
    verb: 'add',
    toCommand: ([name = '']) => ['categories', 'add', '--group', group?.id ?? '', '--', name],
  })
}

const targetKinds: readonly FormChoice[] = [
  { value: 'monthly_refill', label: 'Refill up to the amount every month' },
  { value: 'monthly_set_aside', label: 'Set the amount aside every month' },
  { value: 'by_date', label: 'Have the amount by a date' },
  { value: 'snooze', label: 'Snooze the target this month' },
  { value: 'clear', label: 'Remove the target' },
]

/** Asks for the target of a category. */
export function openTarget(session: MonthSession, category: MonthCategory): Promise<Panel> {
  const { state } = session
  const reference = toReference(state, category)
  return openForm(session, {
    title: `Target of ${category.name} in ${nameMonthAndYear(state.month)}`,
    fields: [
      { label: 'What', choices: targetKinds, value: 'monthly_refill' },
      { label: 'Amount', isOptional: true },
      { label: 'By', isOptional: true },
    ],
    verb: 'set',
    toCommand([kind = '', amount = '', by = '']) {
      if (kind === 'clear') return ['targets', 'clear', '--', reference]
      if (kind === 'snooze') return ['targets', 'snooze', '--month', state.month, '--', reference]
      if (amount === '') throw new UserError('usage', 'Type the amount, and for a date also By')
      const until = by === '' ? [] : ['--by', by]
      return ['targets', 'set', '--kind', kind, ...until, '--', reference, amount]
    },
  })
}
