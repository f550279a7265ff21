/** How the installing of a completion script is told. */

import { oneLine } from './sanitize.ts'
import type { Look } from './style.ts'
import { sheet, text } from './view.ts'

/** Where the script of a shell went. */
export interface InstalledCompletion {
  shell: string
  path: string
  /** What the person has to add to a file of theirs; null when nothing. */
  line: string | null
  /** False in a dry run. */
  written: boolean
}

const nextSteps: Readonly<Record<string, string>> = {
  bash: 'A new bash completes budget',
  zsh: 'A new zsh completes budget',
  fish: 'A new fish completes budget',
}

const lineFor: Readonly<Record<string, string>> = {
  bash: 'The package bash-completion is not installed: install it, or add this line to ~/.bashrc:',
  zsh: 'Add this line to ~/.zshrc, before compinit, if it is not there yet:',
}

export const installedCompletion = {
  ...sheet<InstalledCompletion, InstalledCompletion>({
    columns: [text('shell', 'Shell'), text('path', 'File'), text('line', 'Line'), text('written', 'Written')],
  }),
  say: ({ shell, path, line, written }: InstalledCompletion, { paint }: Look) =>
    [
      oneLine(`${written ? 'Wrote' : 'Would write'} ${path}`),
      ...(line === null ? [nextSteps[shell]] : [lineFor[shell], `  ${paint.bold(oneLine(line))}`]),
    ]
      .map((said) => `${said}\n`)
      .join(''),
}
