/** Finds the files where a shell looks for completions. */

import { posix } from 'node:path'
import { UserError } from '../contract/errors.ts'
import type { Environment } from './directories.ts'

/** The shells with completion. */
export const supportedShells = ['bash', 'zsh', 'fish'] as const

/** A shell with completion. */
export type Shell = (typeof supportedShells)[number]

/** Returns the user's shell, if it is one with completion. */
export const detectShell = (env: Environment): Shell | undefined =>
  supportedShells.find((shell) => posix.basename(env['SHELL'] ?? '') === shell)

/** The file of a completion, and what else the shell needs to find it. */
export interface CompletionTarget {
  path: string
  /** The line that the shell's configuration needs; null when it needs none. */
  line: string | null
  /** Files of which one must exist for the shell to look for completions; undefined when it always does. */
  needs?: readonly string[]
}

const DEFAULT_DATA_DIRECTORIES = '/usr/local/share:/usr/share:/opt/homebrew/share:/opt/local/share'

/** Lists the paths where the package bash-completion may be installed, which bash needs. */
const listBashCompletionPaths = (env: Environment): string[] =>
  (env['XDG_DATA_DIRS'] || DEFAULT_DATA_DIRECTORIES)
    .split(':')
    .filter((folder) => posix.isAbsolute(folder))
    .map((folder) => posix.join(folder, 'bash-completion/bash_completion'))

/**
 * Returns the file in which a shell finds the completion of budget.
 * @throws UserError without a home directory
 */
export function resolveCompletionTarget(
  shell: Shell,
  env: Environment,
  home: string | undefined,
): CompletionTarget {
  const resolveBase = (variable: string, ...defaultPath: string[]): string => {
    const base = env[variable]
    if (base && posix.isAbsolute(base)) return base
    if (home) return posix.join(home, ...defaultPath)
    throw new UserError('invalid', 'Cannot find the directory for completions: there is no home directory', {
      hint: `Set ${variable} to a directory, or print the script with: budget completion ${shell}`,
    })
  }
  switch (shell) {
    case 'bash': {
      const path = posix.join(
        resolveBase('XDG_DATA_HOME', '.local', 'share'),
        'bash-completion/completions/budget',
      )
      return { path, line: null, needs: listBashCompletionPaths(env) }
    }
    case 'fish':
      return {
        path: posix.join(resolveBase('XDG_CONFIG_HOME', '.config'), 'fish/completions/budget.fish'),
        line: null,
      }
    case 'zsh':
      return resolveZshTarget(env, home, () => resolveBase('XDG_DATA_HOME', '.local', 'share'))
  }
}

/**
 * Returns a directory of the user in FPATH, which zsh already searches, else one that its configuration must
 * name.
 */
function resolveZshTarget(env: Environment, home: string | undefined, data: () => string): CompletionTarget {
  const userDirectory = home && env['FPATH']?.split(':').find((folder) => folder.startsWith(`${home}/`))
  if (userDirectory) return { path: posix.join(userDirectory, '_budget'), line: null }
  const folder = posix.join(data(), 'zsh/site-functions')
  return { path: posix.join(folder, '_budget'), line: `fpath=('${folder.replaceAll("'", "'\\''")}' $fpath)` }
}
