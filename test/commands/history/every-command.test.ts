/** Tests that every command that changes something can be undone and redone, or says why it cannot. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadCommands } from '../../../src/cli/help/generate-docs.ts'
import { commandRegistry } from '../../../src/commands/registry.ts'
import { createCliHarness } from '../../support/cli-harness.ts'
import { createFilledCli, type FilledCli, undone } from './filled-cli.ts'

/** The commands that `budget undo` does not take back, each with the reason. */
const notUndone: Readonly<Record<string, string>> = {
  undo: 'redo takes it back, which every line above tries',
  redo: 'undo takes it back, which every line above tries',
  'drafts apply': 'test/drafts applies each of the commands above',
  'month edit': 'each change on its screen is a command of its own, which test/month/edit takes back',
  'imports undo': 'it is an undo itself, which redo takes back: a test of its own',
  init: 'a test of its own: it creates the workspace',
  'imports resume': 'it goes on with an import, of whose entry it becomes a part or the next one',
  demo: 'its workspaces are in a temporary directory',
  'config set': 'a setting is no part of a budget; set the old value',
  'config unset': 'a setting is no part of a budget; set the old value',
  'profile add': 'a profile is no part of a budget; profile remove removes it',
  'profile remove': 'a profile is no part of a budget; profile add adds it',
  'profile use': 'a setting is no part of a budget; profile use returns to the other one',
  'auth login': 'a key is no part of a budget; auth logout removes it',
  'auth logout': 'a key is a secret that is not kept; auth login stores it again',
  'keys create': 'a key is no part of a budget; keys revoke revokes it',
  'keys pair': 'a code is no part of a budget; it ends after ten minutes',
  'keys revoke': 'a revoked key must stay revoked',
  'layouts delete': 'a layout is a file of the user; the next import saves it again',
  'workspaces create': 'an empty workspace has no history; workspaces archive hides it',
  'migrate run': 'a whole new workspace has no history; workspaces archive hides it',
  'workspaces archive': 'workspaces unarchive takes it back; an archived workspace takes no writes',
  'workspaces unarchive': 'workspaces archive takes it back',
  'workspaces upload': 'the history moves with the budget; workspaces download brings it back',
  'workspaces rename': 'the name is no part of a budget; rename it back',
  'workspaces delete': 'it deletes the history with the budget, and asks; db backup keeps a copy',
  'completion install': 'the file is no part of a budget; installing again replaces it',
  'mcp install': 'the file belongs to an assistant; deleting budget in it removes the entry',
  'db restore': 'the replaced file is kept, and db restore brings it back',
  'db compact': 'it removes history only',
  'db repair': 'test/commands/db.test.ts takes it back, in a file that needs it',
}

/** What the service answers about everything in the workspace. */
const everything = [
  'accounts list --all',
  'month show 2026-09',
  'month show 2026-10',
  'month show 2026-11',
  'month show 2026-12',
  'tx list --all',
  'tx list --deleted --all',
  'merchants list',
  'categories list',
  'categories list --archived',
  'groups list',
  'targets list',
  'rules list',
  'schedules list',
  'db check',
]

let filled: FilledCli
let before: Record<string, unknown>
const runOk = (line: string) => filled.runOk(line)
const readEverything = async (): Promise<Record<string, unknown>> => {
  const answers: Record<string, unknown> = {}
  for (const line of everything) answers[line] = JSON.parse(await runOk(`${line} --json`))
  // An import that was undone stays in the journal, so that its rows may be imported again.
  const imports: { state: string }[] = JSON.parse(await runOk('imports list --json'))
  answers['imports list'] = imports.filter(({ state }) => state !== 'undone')
  return answers
}

beforeAll(async () => {
  filled = await createFilledCli()
  before = await readEverything()
})
afterAll(() => filled.close())

describe('every command that changes something', async () => {
  const commands = (await Promise.all(Object.keys(commandRegistry).map(loadCommands))).flat()
  const changing = commands.filter(({ mutates }) => mutates !== undefined).map(({ name }) => name)

  it('can be undone, or is on the list with a reason', () => {
    const known = [...Object.keys(undone), ...Object.keys(notUndone)]
    expect(known.toSorted()).toEqual(changing.toSorted())
  })
})

describe.each(Object.entries(undone))('budget undo takes back %s', (_, lines) => {
  it.each(lines)('%s', async (line) => {
    await runOk(line)
    const after = await readEverything()
    expect(after).not.toEqual(before)
    await runOk('undo --yes')
    expect(await readEverything()).toEqual(before)
    await runOk('redo --yes')
    expect(await readEverything()).toEqual(after)
    await runOk('undo --yes')
  })
})

it('after all of them everything is as at the beginning', async () => {
  expect(await readEverything()).toEqual(before)
})

it('redo takes back imports undo', async () => {
  await runOk('imports undo IMP --yes')
  const after = await readEverything()
  expect(after).not.toEqual(before)
  await runOk('redo --yes')
  expect(await readEverything()).toEqual(before)
  await runOk('imports undo IMP --yes')
  expect(await readEverything()).toEqual(after)
})

it('an undo of init takes the starter categories back', async () => {
  const fresh = createCliHarness()
  await fresh.budget(['init', '--name', 'Home', '--currency', 'EUR'])
  const { stdout } = await fresh.budget(['undo', '--yes', '--json'])
  expect(JSON.parse(stdout).entries).toMatchObject([{ command: 'init', counts: { category: 10 } }])
  expect(JSON.parse((await fresh.budget(['categories', 'list', '--json'])).stdout)).toEqual([])
  fresh.close()
})
