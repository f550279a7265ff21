/** Tests that no output passes text that controls a terminal. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AdversarialHarness,
  adversarialTexts,
  createAdversarialHarness,
  makeAdversarialNames,
} from '../support/adversarial-input.ts'

// biome-ignore format: one range per kind reads best on one line
const CONTROL_TEXT = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/
/** Returns what controls a terminal in a text, except the separators of the format. */
const findControlText = (text: string, format: string): string[] => {
  const own = format === 'tsv' ? /\t/g : format === 'csv' ? /\r(?=\n)/g : undefined
  const found = CONTROL_TEXT.exec(own ? text.replace(own, '') : text)
  return found ? [JSON.stringify(text.slice(Math.max(0, found.index - 30), found.index + 10))] : []
}

let adversarial: AdversarialHarness
beforeAll(async () => {
  adversarial = await createAdversarialHarness()
}, 60_000)
afterAll(() => adversarial.close())

const views = (): string[][] => [
  ['accounts', 'list', '--all'],
  ['accounts', 'show', adversarial.account],
  ['accounts', 'register', adversarial.account],
  ['groups'],
  ['categories'],
  ['categories', 'show', adversarial.category],
  ['merchants'],
  ['month', '--all'],
  ['month', 'grid'],
  ['tx', '--all'],
  ['tx', 'show', adversarial.transaction],
  ['workspaces'],
  ['rules'],
  ['targets'],
  ['status'],
  ['month', 'assign', adversarial.category, '5', '--dry-run'],
  ['accounts', 'edit', adversarial.account, '--notes', 'plain', '--dry-run'],
]

describe.each([
  ['a pipe', {}],
  ['a terminal', { terminal: 80, env: { NO_COLOR: '1' } }],
  ['a pager', { terminal: 80, rows: 2, env: { NO_COLOR: '1' } }],
])('hostile text on %s', (_, performance) => {
  it.each(['table', 'json', 'ndjson', 'csv', 'tsv'])('steers nothing as %s', async (format) => {
    const found: string[] = []
    for (const view of views()) {
      const { stdout, stderr } = await adversarial.budget([...view, '--format', format], performance)
      expect({ view, said: stdout !== '' }).toEqual({ view, said: true })
      found.push(...findControlText(stdout, format), ...findControlText(stderr, ''))
    }
    expect(found).toEqual([])
  })
})

describe('hostile text', () => {
  it('comes back from JSON as it went in', async () => {
    const read = async (...args: string[]) => JSON.parse(await adversarial.said(...args, '--json'))
    const accounts: { name: string; notes: string }[] = await read('accounts', 'list', '--all')
    expect(accounts.map(({ name }) => name)).toEqual(makeAdversarialNames('account'))
    expect(accounts.map(({ notes }) => notes)).toEqual(adversarialTexts)
    const rows: { notes: string; splits: { notes: string }[] }[] = await read('tx', '--all')
    expect(rows.toReversed().map(({ notes }) => notes)).toEqual(adversarialTexts)
    expect(rows.toReversed().map(({ splits }) => splits[0]?.notes)).toEqual(adversarialTexts)
    const budgets: { name: string }[] = await read('workspaces')
    expect(budgets.map(({ name }) => name).toSorted()).toEqual(makeAdversarialNames('budget').toSorted())
  })

  it('stands in no completion a shell could act on', async () => {
    for (const kind of ['account', 'category', 'group', 'merchant']) {
      const { stdout } = await adversarial.budget(['__complete', kind])
      expect(stdout).toContain('calc')
      expect(findControlText(stdout, '')).toEqual([])
    }
  })

  it('steers nothing out of an error, nor out of a question', async () => {
    const found: string[] = []
    for (const text of adversarialTexts) {
      for (const args of [
        [text],
        ['accounts', text],
        ['accounts', 'show', `x${text}`],
        ['accounts', 'show', text, 'and', 'more'],
        ['accounts', `--${text}`],
        ['accounts', '--fields', text],
        ['accounts', '--format', text],
        ['accounts', '--profile', text],
        ['accounts', '--output', `no-such-folder/${text}`],
        ['tx', 'add', text],
        ['tx', 'list', '--since', text],
        ['month', text],
        ['config', 'get', text],
        ['help', text],
        ['api', text, text],
        ['rules', 'add', '--merchant-contains', text],
        ['profile', 'add', text, '--base-url', 'https://budget.example', '--workspace', text],
        ['accounts', 'add', makeAdversarialNames('account')[2] ?? '', '--type', text],
        ['merchants', 'delete', makeAdversarialNames('merchant')[8] ?? ''],
      ]) {
        for (const more of [{}, { terminal: 80, env: { NO_COLOR: '1', BUDGET_DEBUG: '1' } }]) {
          const { stderr } = await adversarial.budget(args, more)
          found.push(...findControlText(stderr, '').map((one) => `${args.slice(0, 3).join(' ')}: ${one}`))
        }
      }
      const env = { NO_COLOR: '1', BUDGET_WORKSPACE: `x${text}`, BUDGET_PROFILE: '' }
      found.push(...findControlText((await adversarial.budget(['accounts'], { env })).stderr, ''))
    }
    expect(found).toEqual([])
  })

  it('that is no Unicode, or controls, is refused as a name and as a note', async () => {
    for (const name of ['a\ud800b', 'a\u0000b', 'a\u001b[2Jb', 'a\u009bb'])
      for (const args of [
        ['accounts', 'add', name, '--type', 'banking_checking'],
        ['groups', 'add', name],
        ['merchants', 'add', name],
        ['categories', 'add', name, '--group', makeAdversarialNames('group')[0] ?? ''],
        ['tx', 'add', '-1', name, '--account', adversarial.account],
        ['tx', 'add', '-1', '--notes', name, '--account', adversarial.account],
        ['workspaces', 'create', name, '--currency', 'EUR'],
      ]) {
        const { code, stdout } = await adversarial.budget(args)
        expect({ args, code, stdout }).toEqual({ args, code: 3, stdout: '' })
      }
  })
})
