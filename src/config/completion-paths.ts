/** Where shells look for completions by themselves. */

import { posix } from 'node:path'
import { UserError } from '../contract/errors.ts'
import type { Environment } from './directories.ts'

export const supportedShells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof supportedShells)[number]

/** The shell the person uses, if it is one of ours. */
export const detectShell = (env: Environment): Shell | undefined =>
  supportedShells.find((shell) => posix.basename(env['SHELL'] ?? '') === shell)

/** A file, and what has to be done beside writing it. */
export interface CompletionTarget {
  path: string
  /** What a file of the person's must say so that the shell looks there; null when it does anyhow. */
  line: string | null
  /** Files of which the shell needs one to look there; none when it looks by itself. */
  needs?: readonly string[]
}

const DEFAULT_DATA_DIRECTORIES = '/usr/local/share:/usr/share:/opt/homebrew/share:/opt/local/share'

/** Where the package bash-completion lies, which bash needs to look for completions by itself. */
const listBashCompletionPaths = (env: Environment): string[] =>
  (env['XDG_DATA_DIRS'] || DEFAULT_DATA_DIRECTORIES)
    .split(':')
    .filter((folder) => posix.isAbsolute(folder))
    .map((folder) => posix.join(folder, 'bash-completion/bash_completion'))

/** The file in which a shell finds the completion of budget. Throws a Mistake where nobody has a home. */
export function resolveCompletionTarget(
  shell: Shell,
  env: Environment,
  home: string | undefined,
): CompletionTarget {
  const within = (variable: string, ...usual: string[]): string => {
    const base = env[variable]
    if (base && posix.isAbsolute(base)) return base
    if (home) return posix.join(home, ...usual)
    throw new UserError('value', 'Nobody knows where completions lie: there is no home directory', {
      hint: `Set ${variable} to a directory, or print the script with: budget completion ${shell}`,
    })
  }
  switch (shell) {
    case 'bash': {
      const path = posix.join(
        within('XDG_DATA_HOME', '.local', 'share'),
        'bash-completion/completions/budget',
      )
      return { path, line: null, needs: listBashCompletionPaths(env) }
    }
    case 'fish':
      return {
        path: posix.join(within('XDG_CONFIG_HOME', '.config'), 'fish/completions/budget.fish'),
        line: null,
      }
    case 'zsh':
      return resolveZshTarget(env, home, () => within('XDG_DATA_HOME', '.local', 'share'))
  }
}

/** A folder of the person's that zsh looks through already, where FPATH tells of one, else one it has to be told of. */
function resolveZshTarget(env: Environment, home: string | undefined, data: () => string): CompletionTarget {
  const theirs = home && env['FPATH']?.split(':').find((folder) => folder.startsWith(`${home}/`))
  if (theirs) return { path: posix.join(theirs, '_budget'), line: null }
  const folder = posix.join(data(), 'zsh/site-functions')
  return { path: posix.join(folder, '_budget'), line: `fpath=('${folder.replaceAll("'", "'\\''")}' $fpath)` }
}
