/** Tests the month on a screen: what keys do is what the commands do, saved at once, and shown as it is. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ScreenEvent } from '../../../src/command/screen.ts'
import { displayWidth } from '../../../src/output/display-width.ts'
import { createCliHarness, type HarnessRunOptions } from '../../support/cli-harness.ts'
import * as fc from '../../support/fast-check.ts'
import { createRemoteHarness } from '../../support/remote-harness.ts'
import { type ScreenStep, toKeys } from '../../support/test-screen.ts'
import { splitShellWords } from '../../transcripts/transcript.ts'

let stage: ReturnType<typeof createCliHarness>

const run = (line: string, options?: HarnessRunOptions) => stage.budget(splitShellWords(line).words, options)
async function runOk(line: string): Promise<string> {
  const { code, stdout, stderr } = await run(line)
  expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' })
  return stdout
}

/** Opens the screen and presses the keys. */
async function edit(steps: readonly (string | ScreenStep)[], options: HarnessRunOptions = {}): Promise<void> {
  let failure: unknown
  // The program would take an error of a look for one of its own.
  const keepFailure =
    (look: Exclude<ScreenStep, ScreenEvent>): ScreenStep =>
    async (...args) => {
      try {
        await look(...args)
      } catch (error) {
        failure ??= error
      }
    }
  const keys = steps.flatMap((step): ScreenStep[] => {
    if (typeof step === 'string') return toKeys(step)
    return [typeof step === 'function' ? keepFailure(step) : step]
  })
  const { code, stderr } = await run('month edit', {
    terminal: 80,
    rows: 24,
    env: { NO_COLOR: '1' },
    ...options,
    keys,
  })
  if (failure !== undefined) throw failure
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/^(?:(?:Undo|Redo) with: .*\n)?$/),
  })
}

interface Figures {
  ready: string
  categories: Record<string, [assigned: string, available: string]>
}

async function readFigures(): Promise<Figures> {
  const { month } = JSON.parse(await runOk('month show --all --json'))
  const categories: { name: string; assigned: string; available: string }[] = month.category_groups.flatMap(
    (group: { categories: [] }) => group.categories,
  )
  return {
    ready: month.ready_to_assign,
    categories: Object.fromEntries(
      categories.map(({ name, assigned, available }) => [name, [assigned, available]]),
    ),
  }
}

const toNumber = (text: string): string => text.replaceAll(',', '')

/** Reads the figures that a frame shows. */
function readFrame(lines: readonly string[]): Figures {
  const rows = lines.flatMap((line) => {
    const [, name = '', assigned = '', available = ''] =
      /^[▸ ] [✓ ] (\S.*?) {2,}([-\d,.]+) +[-\d,.]+ +([-\d,.]+)(?: {2}.*)?$/.exec(line) ?? []
    return name === '' ? [] : [[name, [toNumber(assigned), toNumber(available)]] as const]
  })
  return {
    ready: toNumber(/Ready to Assign ([-\d,.]+)(?! →)\b/.exec(lines[0]?.trimEnd() ?? '')?.[1] ?? ''),
    categories: Object.fromEntries(rows) as Figures['categories'],
  }
}

/** Checks that the frame shows what the commands say. */
const matchesCommands: ScreenStep = async (lines) => {
  const shown = readFrame(lines)
  const { ready, categories } = await readFigures()
  expect(shown.ready).toBe(ready)
  expect(shown.categories).toEqual(categories)
}

/** Checks the rows that the frame shows: folded groups show none. */
const matchesPartly: ScreenStep = async (lines) => {
  const shown = readFrame(lines)
  expect(await readFigures()).toMatchObject(shown)
}

const shows =
  (...texts: string[]): ScreenStep =>
  (lines) => {
    for (const text of texts) expect(lines.join('\n')).toContain(text)
  }

const countEntries = async (): Promise<number> => JSON.parse(await runOk('history --json --limit 100')).length

beforeEach(async () => {
  stage = createCliHarness()
  await runOk('init --name Home --currency USD --empty')
  await runOk('groups add Everyday')
  await runOk('accounts add Checking --type banking_checking --balance 1000')
  for (const name of ['Fun', 'Coffee', 'Groceries']) await runOk(`categories add ${name} --group Everyday`)
  await runOk('month assign Groceries=200 Coffee=5')
  await runOk('spend 8.25 "Blue Heron" Coffee --account Checking')
})
afterEach(() => stage.close())

describe('amounts', () => {
  it('are saved at once, each as one entry, shown as the commands say, and taken back one by one', async () => {
    const before = await countEntries()
    const first = await readFigures()
    await edit([
      matchesCommands,
      '350⏎',
      matchesCommands,
      '+20⇥',
      '⎋',
      matchesCommands,
      '=-5⏎',
      matchesCommands,
      '↑12,50*4⏎',
      matchesCommands,
      async () => expect(await countEntries()).toBe(before + 4),
      async () =>
        expect(await readFigures()).toMatchObject({ categories: { Groceries: ['350.00', '350.00'] } }),
      'uuuu',
      matchesCommands,
      async () => expect(await readFigures()).toEqual(first),
      'U',
      matchesCommands,
    ])
    expect(await readFigures()).not.toEqual(first)
  })

  it('show what Enter would do, and nothing is saved before', async () => {
    const first = await readFigures()
    await edit(['+20', shows('→ ', 'Groceries  200.00 → 220.00   available 200.00 → 220.00'), '⎋'])
    expect(await readFigures()).toEqual(first)
  })

  it('stay open with the reason when they are none', async () => {
    await edit(['5*⏎', shows('"5*" is not an amount'), '⌫⏎'])
    expect((await readFigures()).categories['Groceries']?.[0]).toBe('5.00')
  })

  it('that were changed elsewhere are shown before they are replaced', async () => {
    await edit([
      '300',
      async () => void (await runOk('month assign Groceries 90')),
      '⏎',
      shows('Changed elsewhere: assigned is 90.00 now; Enter saves yours'),
      async () => expect((await readFigures()).categories['Groceries']?.[0]).toBe('90.00'),
      '⏎',
    ])
    expect((await readFigures()).categories['Groceries']?.[0]).toBe('300.00')
  })

  it('are not saved to the row that took the place of their own', async () => {
    await runOk('spend 300 Kiosk Groceries --account Checking')
    await runOk('spend 5 Kiosk Fun --account Checking')
    // The view of overspent categories: Groceries is covered elsewhere while its amount is typed.
    await edit([
      'v',
      '400',
      async () => void (await runOk('month cover Groceries --from rta')),
      { name: 'idle' },
      shows('The row is not shown any more; nothing was assigned'),
      '⏎⎋',
    ])
    expect((await readFigures()).categories).toMatchObject({
      Coffee: ['5.00', '-3.25'],
      Fun: ['0.00', '-5.00'],
      Groceries: ['300.00', '0.00'],
    })
  })

  it('go on to the next row of a view that what was saved leaves', async () => {
    await runOk('spend 300 Kiosk Groceries --account Checking')
    await runOk('spend 5 Kiosk Fun --account Checking')
    await edit(['v', '400⏎', '9⏎', '6⏎'])
    expect((await readFigures()).categories).toMatchObject({
      Coffee: ['9.00', '0.75'],
      Fun: ['6.00', '1.00'],
      Groceries: ['400.00', '100.00'],
    })
  })

  it('take pasted text up to its line end, and a list takes none', async () => {
    await edit([
      { name: 'paste', text: '5\n6\nq' },
      shows('A pasted text is no command'),
      '1⌫',
      { name: 'paste', text: '5\n6\nq' },
      shows('5_'),
      '⎋',
    ])
    expect((await readFigures()).categories['Groceries']?.[0]).toBe('200.00')
  })
})

describe('panels', () => {
  it('move money, with before and after, and by Enter only', async () => {
    await edit([
      'm',
      'fu⏎',
      '30',
      shows('Groceries  200.00 → 170.00', 'Fun        0.00 → 30.00'),
      async () => expect((await readFigures()).categories['Fun']?.[0]).toBe('0.00'),
      '⏎',
      matchesCommands,
    ])
    expect((await readFigures()).categories).toMatchObject({
      Fun: ['30.00', '30.00'],
      Groceries: ['170.00', '170.00'],
    })
  })

  it('cover from several categories in order', async () => {
    await runOk('month assign Fun 1')
    await edit(['↓c', 'fun⇥', 'groc', shows('Coffee', '-3.25 → 0.00'), '⏎', matchesCommands])
    expect((await readFigures()).categories).toMatchObject({
      Coffee: ['8.25', '0.00'],
      Fun: ['0.00', '0.00'],
      Groceries: ['197.75', '197.75'],
    })
  })

  it('say why nothing can be covered', async () => {
    await edit(['c', shows('Groceries is not overspent'), '⎋'])
  })

  it('fund the selected categories', async () => {
    await edit(['  f8', shows('Groceries'), '⏎', matchesCommands])
    expect((await readFigures()).categories).toMatchObject({
      Coffee: ['8.25', '0.00'],
      Groceries: ['0.00', '0.00'],
    })
  })

  it('set a target, and add a category and a purchase', async () => {
    await edit(['t⇥250⏎⏎', shows('needs 50.00'), 'nPets⏎', shows('Pets'), 'a12.50⏎Kiosk⏎', matchesCommands])
    expect((await readFigures()).categories).toMatchObject({
      Groceries: ['200.00', '187.50'],
      Pets: ['0.00', '0.00'],
    })
  })

  it('find a category and go there, also in a folded group', async () => {
    await edit(['zz', 'z', '/cof⏎', shows('▸   Coffee')])
  })

  it('explain a category by parts that add up, and Ready to Assign on its group', async () => {
    await edit([
      'i',
      shows('Why Groceries has 200.00', '+ Assigned', '= Available'),
      '⎋↑i',
      shows('Why Ready to Assign has 795.00', '+ Income'),
    ])
  })
})

describe('the transactions of a category', () => {
  it('are approved, changed and deleted, after y', async () => {
    await edit([
      '↓⏎',
      shows('Coffee: transactions', 'Blue Heron', '-8.25'),
      '⏎e⌫⌫⌫⌫⌫4.00⏎',
      shows('-4.00'),
      'dn',
      async () => expect((await readFigures()).categories['Coffee']).toEqual(['5.00', '1.00']),
      'dy',
      shows('None'),
      '⎋',
      matchesCommands,
    ])
    expect((await readFigures()).categories['Coffee']).toEqual(['5.00', '5.00'])
  })

  it('are not changed over what another process wrote meanwhile', async () => {
    await edit([
      '↓⏎',
      'nmine',
      async () => void (await runOk('tx edit last --notes theirs')),
      '⏎',
      shows('This changed since it was shown; look again'),
      async () => expect(await runOk('tx show last')).toContain('theirs'),
      '⎋',
      'nmine⏎',
    ])
    expect(JSON.parse(await runOk('tx show last --json'))).toMatchObject([{ notes: 'mine' }])
  })

  it('become transfers, in one entry', async () => {
    await runOk('accounts add Savings --type banking_savings')
    await edit(['↓⏎', 'tsav⏎', shows('None'), '⎋', matchesCommands])
    expect((await readFigures()).categories['Coffee']).toEqual(['5.00', '5.00'])
    expect(JSON.parse(await runOk('accounts show Savings --json'))).toMatchObject({ balance: '8.25' })
    await runOk('undo --yes')
    expect((await readFigures()).categories['Coffee']).toEqual(['5.00', '-3.25'])
  })

  it('are split and recategorized', async () => {
    await edit(['↓⏎', 'sfun⏎3⏎', '⎋', matchesCommands])
    expect((await readFigures()).categories).toMatchObject({
      Coffee: ['5.00', '-0.25'],
      Fun: ['0.00', '-3.00'],
    })
  })
})

it('asks what the commands ask: before a reconciled transaction changes, and before more leaves than there is', async () => {
  await runOk('tx edit last --set-status cleared')
  await runOk('accounts reconcile Checking --balance 991.75 --finish')
  await edit([
    '↓⏎',
    'e⌫⌫⌫⌫⌫4.00⏎',
    shows('── Change a reconciled transaction? ──'),
    'n',
    async () => expect((await readFigures()).categories['Coffee']).toEqual(['5.00', '-3.25']),
    'e⌫⌫⌫⌫⌫4.00⏎y',
    shows('-4.00'),
    '⎋',
    matchesCommands,
    'mfun⏎30⏎',
    shows('Move 30.00 out of Coffee'),
    'n',
    matchesCommands,
    'mfun⏎30⏎y',
    matchesCommands,
  ])
  expect((await readFigures()).categories).toMatchObject({
    Coffee: ['-25.00', '-29.00'],
    Fun: ['30.00', '30.00'],
  })
})

describe('undo', () => {
  it('asks before it takes back what the screen did not do', async () => {
    await edit(['u', shows('Undo', 'spend 8.25'), 'n', matchesCommands, 'uy', matchesCommands])
    expect((await readFigures()).categories['Coffee']).toEqual(['5.00', '5.00'])
  })

  it('says that there is nothing to redo', async () => {
    await edit(['U', shows('There is nothing to redo')])
  })
})

it('shows changes of other processes', async () => {
  await edit([async () => void (await runOk('month assign Fun 12')), { name: 'idle' }, matchesCommands])
})

it('goes through the months, several at once too', async () => {
  await edit([
    '→',
    shows('December 2026'),
    '25⏎',
    '<',
    shows('December 2025'),
    'T',
    shows('November 2026'),
    'y→',
    shows('▸Dec 26'),
    '25⏎',
    'y',
  ])
  const { month } = JSON.parse(await runOk('month show 2026-12 --json'))
  expect(
    month.category_groups.at(-1).categories.map(({ assigned }: { assigned: string }) => assigned),
  ).toEqual(['25.00', '25.00', '0.00'])
})

it('saves nothing in a dry run, and needs a terminal', async () => {
  const first = await readFigures()
  const keys = [...toKeys('350⏎'), shows('This is a dry run: nothing is saved')]
  await run('month edit --dry-run', { terminal: 80, rows: 24, env: { NO_COLOR: '1' }, keys })
  expect(await readFigures()).toEqual(first)
  expect(await run('month edit')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('requires a terminal'),
  })
})

it('changes a month line by line on a terminal without a screen', async () => {
  const { stdout } = await run('month edit', { terminal: 80, answers: ['Fun 20', 'Nowhere 5', 'u', 'q'] })
  expect(stdout).toContain('Everyday\n  Groceries: assigned 200.00, available 200.00')
  expect(stdout).toContain('No category named "Nowhere"')
  expect(stdout).toContain('Undone: month assign --month 2026-11 Fun 20')
  expect((await readFigures()).categories['Fun']?.[0]).toBe('0.00')
})

it('costs on a remote profile what its panels announce, and a move arrives whole', async () => {
  const remote = await createRemoteHarness()
  const requests: string[] = []
  const count =
    (expected: number): ScreenStep =>
    () => {
      expect({ requests, count: requests.length }).toEqual({ requests, count: expected })
      requests.length = 0
    }
  const keys: ScreenStep[] = [
    count(1),
    // Twelve months are asked about.
    ...toKeys('yn'),
    count(0),
    // What is typed costs nothing; saving reads the month, assigns, and reads it again.
    ...toKeys('30'),
    count(0),
    ...toKeys('⏎'),
    count(3),
    ...toKeys('↑mhouse⏎5'),
    (lines) => expect(lines.join('\n')).toContain('2 requests'),
    count(0),
    ...toKeys('⏎'),
    count(3),
    { name: 'idle' },
    count(0),
  ]
  try {
    const { code, stderr } = await remote.run('month edit', { terminal: 80, rows: 24, requests, keys })
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'Undo with: budget undo\n' })
  } finally {
    remote.close()
  }
})

const ALL_KEYS = [...'eemcCfuU/itan vzRyhl<>Tqj kGg350.,+-=*⏎⏎⏎⏎⇥⇤⎋⎋⎋↑↓←→⌫']

it('shows what the commands say after any keys', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...ALL_KEYS), { minLength: 5, maxLength: 40 }),
      async (keys) => {
        // q leaves; only in a text it is a letter.
        await edit([...keys.filter((key) => key !== 'q'), '⎋⎋⎋⎋⎋T', matchesPartly])
      },
    ),
    { numRuns: Number(process.env['BUDGET_ROUNDS'] ?? 15) },
  )
})

const sizes = [
  [40, 10],
  [80, 24],
  [120, 40],
  [250, 60],
] as const

it.each(sizes)('fits in %i columns and %i rows, with wide names and every panel', async (columns, rows) => {
  await runOk('categories add "旅行と健康 🏖️ fürs Jahr 2027" --group Everyday')
  const fits: ScreenStep = (lines) => {
    expect(lines.length).toBeLessThanOrEqual(rows)
    for (const line of lines)
      expect({ line, width: displayWidth(line) <= columns }).toEqual({ line, width: true })
  }
  const grow: ScreenStep = (_lines, screen) => {
    screen.columns = columns + 7
  }
  const steps = [...'mcCftianvyu?/ '].flatMap((key) => [key, fits, '5', fits, '⎋⎋', fits])
  await edit([fits, ...steps, '⏎', fits, '⎋', '12', grow, { name: 'resize' }, '⎋'], {
    terminal: columns,
    rows,
  })
})
