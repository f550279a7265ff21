/** Packs the built program and installs the tarball as a user would, once per build. */

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const NAME = 'budget-installed-'
const DAY = 86_400_000

/** True if there is a build to pack; `npm test` creates it. */
export const isBuilt = existsSync(join(root, 'dist/main.cjs'))

/** Installs the tarball on first use. Returns the prefix of `npm install --global --prefix`. */
export function installProgram(): string {
  const prefix = join(tmpdir(), `${NAME}${fingerprint()}`)
  if (existsSync(prefix)) return prefix
  removeOldInstalls()
  const folder = mkdtempSync(join(tmpdir(), `${NAME}new-`))
  try {
    installFrom(packProgram(folder), folder)
    renameSync(folder, prefix)
  } catch (error) {
    // Another worker finished first.
    rmSync(folder, { recursive: true, force: true })
    if (!existsSync(prefix)) throw error
  }
  return prefix
}

/** Packs the built repository. Returns the path of the tarball in `folder`. */
export function packProgram(folder: string): string {
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]
  const name = execFileSync('npm', args, { cwd: root, encoding: 'utf8' }).trim()
  return join(folder, name)
}

/** Installs a tarball below `prefix` without running package scripts. */
export function installFrom(tarball: string, prefix: string): void {
  const quiet = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--silent']
  execFileSync('npm', ['install', '--global', '--prefix', prefix, ...quiet, tarball], { cwd: prefix })
}

/** Returns the path of the program in an installed prefix. */
export const programPath = (prefix: string): string => join(prefix, 'bin/budget')

/** Returns a text that differs for every build and every list of dependencies. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const built = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(?:[^/]+\.(?:cjs|json)|page\/.*)$/.test(name),
  )
  for (const file of ['package.json', 'bin/budget.js', ...built.map((name) => join('dist', name))])
    hash.update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

function removeOldInstalls(): void {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(NAME))) {
    const folder = join(tmpdir(), name)
    if (Date.now() - statSync(folder).mtimeMs > DAY) rmSync(folder, { recursive: true, force: true })
  }
}
