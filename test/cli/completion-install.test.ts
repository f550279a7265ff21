/** Tests where `completion install` writes the script. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'

let cli: CliHarness
let path: string
beforeEach(() => {
  cli = createCliHarness()
  path = join(cli.folder, '.config/fish/completions/budget.fish')
})
afterEach(() => cli.close())

const runInstall = (...flags: string[]) => cli.budget(['completion', 'install', 'fish', ...flags])

function fileExists(text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

describe('completion install', () => {
  it('puts in place what completion prints', async () => {
    const { code } = await runInstall()
    expect(code).toBe(0)
    const { stdout } = await cli.budget(['completion', 'fish'])
    expect(readFileSync(path, 'utf8')).toBe(stdout)
  })

  it('says when bash-completion is missing, and what to do then', async () => {
    const bash = async () =>
      (await cli.budget(['completion', 'install', 'bash', '--format', 'table', '--color', 'never'])).stdout
    expect((await bash()).replaceAll(cli.folder, '~')).toBe(
      "Wrote ~/.local/share/bash-completion/completions/budget\nInstall the package bash-completion, or add this line to ~/.bashrc:\n  source '~/.local/share/bash-completion/completions/budget'\n",
    )
    const folder = join(cli.folder, 'share/bash-completion')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'bash_completion'), '# bash-completion\n')
    expect(await bash()).toContain('Start a new bash to use it\n')
  })

  it.each(['bash', 'zsh', 'fish'])('writes a newer script over its own for %s', async (shell) => {
    expect((await cli.budget(['completion', 'install', shell])).code).toBe(0)
    expect((await cli.budget(['completion', 'install', shell])).code).toBe(0)
  })

  it('leaves a file alone that is not its own, unless it is forced', async () => {
    fileExists('# mine\n')
    const { code, stderr } = await runInstall()
    expect({ code, stderr: stderr.replace(cli.folder, '~') }).toEqual({
      code: 2,
      stderr:
        '"~/.config/fish/completions/budget.fish" already exists and was not created by budget\n  Add --force to replace it\n',
    })
    expect(readFileSync(path, 'utf8')).toBe('# mine\n')
    expect((await runInstall('--force')).code).toBe(0)
    expect(readFileSync(path, 'utf8')).toContain('complete -c budget')
  })

  it('writes nothing in a dry run', async () => {
    expect((await runInstall('--dry-run')).code).toBe(0)
    expect(() => readFileSync(path)).toThrow('ENOENT')
  })
})
