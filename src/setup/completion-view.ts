/** Shows where `budget completion install` wrote the script. */

import { sanitizeLine } from '../output/sanitize.ts'
import type { TextStyle } from '../output/style.ts'
import { defineView, textColumn } from '../output/view.ts'

/** An installed completion script. */
export interface InstalledCompletion {
  shell: string
  path: string
  /** The line the user has to add to a startup file; null when none is needed. */
  line: string | null
  /** false in a dry run. */
  written: boolean
}

const nextSteps: Readonly<Record<string, string>> = {
  bash: 'Start a new bash to use it',
  zsh: 'Start a new zsh to use it',
  fish: 'Start a new fish to use it',
}

const startupFileHints: Readonly<Record<string, string>> = {
  bash: 'Install the package bash-completion, or add this line to ~/.bashrc:',
  zsh: 'Add this line to ~/.zshrc before compinit:',
}

/** The path of the script, and what is left to do. */
export const installedCompletionView = {
  ...defineView<InstalledCompletion, InstalledCompletion>({
    columns: [
      textColumn('shell', 'Shell'),
      textColumn('path', 'File'),
      textColumn('line', 'Line'),
      textColumn('written', 'Written'),
    ],
  }),
  renderText: ({ shell, path, line, written }: InstalledCompletion, { colors }: TextStyle) =>
    [
      sanitizeLine(`${written ? 'Wrote' : 'Would write'} ${path}`),
      ...(line === null
        ? [nextSteps[shell]]
        : [startupFileHints[shell], `  ${colors.bold(sanitizeLine(line))}`]),
    ]
      .map((describe) => `${describe}\n`)
      .join(''),
}
