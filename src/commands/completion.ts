import { prose } from '../render/prose.ts'
import { standalone } from './command.ts'
import { oneOf } from './entries.ts'

interface Script {
  shell: string
  script: string
}

export const completion = standalone({
  name: 'completion',
  summary: 'Print the completion script of a shell',
  arguments: { shell: oneOf('The shell it is for', 'SHELL', ['bash', 'zsh', 'fish']) },
  examples: [
    {
      when: 'For bash, from now on',
      type: 'budget completion bash > ~/.local/share/bash-completion/completions/budget',
    },
    {
      when: 'For fish, from now on',
      type: 'budget completion fish > ~/.config/fish/completions/budget.fish',
    },
  ],
  run: async ({ completionScript }, { shell }): Promise<Script> => ({
    shell,
    script: await completionScript(shell),
  }),
  show: prose<Script>(({ script }) => script, ['shell', 'script']),
})
