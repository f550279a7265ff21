import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'

let stage: CliHarness
let path: string
beforeEach(() => {
  stage = createCliHarness()
  path = join(stage.folder, '.config/fish/completions/budget.fish')
})
afterEach(() => stage.close())

const install = (...flags: string[]) => stage.budget(['completion', 'install', 'fish', ...flags])

function there(text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

describe('completion install', () => {
  it('puts in place what completion prints', async () => {
    const { code } = await install()
    expect(code).toBe(0)
    const { stdout } = await stage.budget(['completion', 'fish'])
    expect(readFileSync(path, 'utf8')).toBe(stdout)
  })

  it('says when bash-completion is missing, and what to do then', async () => {
    const bash = async () =>
      (await stage.budget(['completion', 'install', 'bash', '--format', 'table', '--color', 'never'])).stdout
    expect((await bash()).replaceAll(stage.folder, '~')).toBe(
      "Wrote ~/.local/share/bash-completion/completions/budget\nThe package bash-completion is not installed: install it, or add this line to ~/.bashrc:\n  source '~/.local/share/bash-completion/completions/budget'\n",
    )
    const folder = join(stage.folder, 'share/bash-completion')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'bash_completion'), '# bash-completion\n')
    expect(await bash()).toContain('A new bash completes budget\n')
  })

  it.each(['bash', 'zsh', 'fish'])('writes a newer script over its own for %s', async (shell) => {
    expect((await stage.budget(['completion', 'install', shell])).code).toBe(0)
    expect((await stage.budget(['completion', 'install', shell])).code).toBe(0)
  })

  it('leaves a file alone that is not its own, unless it is forced', async () => {
    there('# mine\n')
    const { code, stderr } = await install()
    expect({ code, stderr: stderr.replace(stage.folder, '~') }).toEqual({
      code: 2,
      stderr:
        '"~/.config/fish/completions/budget.fish" is there already, and budget did not write it\n  Add --force to replace it\n',
    })
    expect(readFileSync(path, 'utf8')).toBe('# mine\n')
    expect((await install('--force')).code).toBe(0)
    expect(readFileSync(path, 'utf8')).toContain('complete -c budget')
  })

  it('writes nothing in a dry run', async () => {
    expect((await install('--dry-run')).code).toBe(0)
    expect(() => readFileSync(path)).toThrow('ENOENT')
  })
})
