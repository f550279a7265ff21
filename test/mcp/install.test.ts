/** Tests `budget mcp install` in an empty home: what is written, what is kept, and what is left alone. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'

let stage: CliHarness
beforeEach(() => {
  stage = createCliHarness()
})
afterEach(() => stage.close())

const files = {
  'claude-desktop': ['.config/Claude/claude_desktop_config.json', 'mcpServers'],
  cursor: ['.cursor/mcp.json', 'mcpServers'],
  vscode: ['.config/Code/User/mcp.json', 'servers'],
} as const
// The directories of this harness are in its environment.
const directories = () => ({
  BUDGET_CONFIG_DIR: join(stage.folder, 'config'),
  BUDGET_DATA_DIR: join(stage.folder, 'data'),
  BUDGET_STATE_DIR: join(stage.folder, 'state'),
})
const createEntry = () => ({
  command: '/usr/bin/node',
  args: ['/opt/budget/bin/budget.js', 'mcp', '--allow=draft'],
  env: directories(),
})

describe.each(Object.entries(files))('%s', (client, [file, field]) => {
  const path = () => join(stage.folder, file)
  const expected = () => (client === 'vscode' ? { type: 'stdio', ...createEntry() } : createEntry())
  const install = (...args: string[]) => stage.budget(['mcp', 'install', '--client', client, ...args])
  const write = (text: string) => {
    mkdirSync(dirname(path()), { recursive: true })
    writeFileSync(path(), text)
  }

  it('gets an entry with absolute paths', async () => {
    expect(await install('--yes')).toMatchObject({ code: 0 })
    expect(JSON.parse(readFileSync(path(), 'utf8'))).toEqual({ [field]: { budget: expected() } })
  })

  it('is told when it has the entry already', async () => {
    await install('--yes')
    const { stdout } = await install('--yes')
    expect(stdout).toBe(`${path()} has this entry already.\n`)
  })

  it('keeps everything else in its file', async () => {
    const others = { theme: 'dark', [field]: { other: { command: 'x' }, budget: { command: 'old' } } }
    write(JSON.stringify(others))
    await install('--yes')
    expect(JSON.parse(readFileSync(path(), 'utf8'))).toEqual({
      theme: 'dark',
      [field]: { other: { command: 'x' }, budget: expected() },
    })
  })

  it.each(['{\n  // mine\n  "a": 1\n}', '[]', 'nonsense'])(
    'leaves %j alone, and prints the entry',
    async (text) => {
      write(text)
      const { code, stdout } = await install('--yes')
      expect(code).toBe(0)
      expect(readFileSync(path(), 'utf8')).toBe(text)
      expect(stdout).toContain('Nothing was changed')
      expect(stdout).toContain('/opt/budget/bin/budget.js')
    },
  )

  it('shows the change and asks; without an answer nothing is written', async () => {
    const { code, stderr } = await stage.budget(['mcp', 'install', '--client', client], {
      terminal: 80,
      answers: ['no'],
    })
    expect(code).toBe(10)
    expect(stderr).toContain('--allow=draft')
    expect(existsSync(path())).toBe(false)
    expect(await install('--dry-run')).toMatchObject({ code: 0 })
    expect(existsSync(path())).toBe(false)
  })
})

it('passes on which budget is meant, and never a key', async () => {
  const { stdout } = await stage.budget(
    [
      'mcp',
      'install',
      '--client',
      'print',
      '--allow',
      'read',
      '--folder',
      'bank',
      '--profile',
      'work',
      '--json',
    ],
    {
      env: { BUDGET_WORKSPACE: 'Home', BUDGET_API_KEY: 'secret', BUDGET_DATABASE_URL: 'postgres://u:p@h/d' },
    },
  )
  const { entry: printed } = JSON.parse(stdout)
  expect(printed).toEqual({
    command: '/usr/bin/node',
    args: [
      '/opt/budget/bin/budget.js',
      'mcp',
      '--allow=read',
      '--folder=' + join(stage.folder, 'bank'),
      '--profile=work',
    ],
    env: { BUDGET_WORKSPACE: 'Home', ...directories() },
  })
})

it('lets Claude Code add the entry itself, or prints the command', async () => {
  const { stdout } = await stage.budget(['mcp', 'install', '--client', 'claude-code', '--yes'], {
    hasNoPrograms: true,
  })
  expect(stdout).toContain('The program claude is not installed')
  expect(stdout).toContain(`claude mcp add-json --scope user budget '${JSON.stringify(createEntry())}'`)
})
