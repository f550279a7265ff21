/** Tests where shells look for completions. */

import { describe, expect, it } from 'vitest'
import { detectShell, resolveCompletionTarget } from '../../src/config/completion-paths.ts'

describe('the completion of budget', () => {
  it.each([
    ['bash', {}, '/home/jo/.local/share/bash-completion/completions/budget'],
    ['bash', { XDG_DATA_HOME: '/data' }, '/data/bash-completion/completions/budget'],
    ['bash', { XDG_DATA_HOME: 'data' }, '/home/jo/.local/share/bash-completion/completions/budget'],
    ['fish', {}, '/home/jo/.config/fish/completions/budget.fish'],
    ['fish', { XDG_CONFIG_HOME: '/etc/jo' }, '/etc/jo/fish/completions/budget.fish'],
    ['zsh', { FPATH: '/usr/share/zsh:/home/jo/.zfunc' }, '/home/jo/.zfunc/_budget'],
  ] as const)('lies where %s with %o looks by itself', (shell, env, path) => {
    const places = expect.arrayContaining(['/usr/share/bash-completion/bash_completion'])
    const needs = shell === 'bash' ? { needs: places } : {}
    expect(resolveCompletionTarget(shell, env, '/home/jo')).toEqual({ path, line: null, ...needs })
  })

  it('needs a line in .zshrc where zsh looks in no folder of the person', () => {
    expect(resolveCompletionTarget('zsh', { FPATH: '/usr/share/zsh' }, "/home/o'neil")).toEqual({
      path: "/home/o'neil/.local/share/zsh/site-functions/_budget",
      line: "fpath=('/home/o'\\''neil/.local/share/zsh/site-functions' $fpath)",
    })
  })

  it('has no place where nobody has a home', () => {
    expect(() => resolveCompletionTarget('fish', {}, undefined)).toThrow('there is no home directory')
  })
})

it.each([
  ['/bin/bash', 'bash'],
  ['/opt/homebrew/bin/fish', 'fish'],
  ['zsh', 'zsh'],
  ['/bin/tcsh', undefined],
  [undefined, undefined],
])('SHELL=%s means %s', (SHELL, shell) => expect(detectShell({ SHELL })).toBe(shell))
