/** Every link from code, tests and documents to a rule in docs/ resolves to a file and an anchor in it. */

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** The anchor GitHub makes of a heading. */
const toSlug = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')

/** The anchors of a Markdown text: its headings and its explicit ids. */
function listAnchors(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => toSlug(heading))
  const ids = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)
  return new Set([...headings, ...ids])
}

const anchorsByFile = new Map<string, Set<string>>()

/** Why a link leads nowhere; undefined when it resolves. */
function findProblem(file: string, anchor: string | undefined): string | undefined {
  const path = join(root, file)
  if (!existsSync(path)) return `there is no ${file}`
  if (!anchor) return undefined
  const anchors = anchorsByFile.get(file) ?? listAnchors(readFileSync(path, 'utf8'))
  anchorsByFile.set(file, anchors)
  return anchors.has(anchor) ? undefined : `${file} has no #${anchor}`
}

/** The broken links of a text: `docs/spec.md#b40` in code, `[text](spec.md#b40)` in Markdown. */
function findBrokenLinks(path: string, text: string): string[] {
  const cited = [...text.matchAll(/\bdocs\/[\w-]+\.md(?:#([\w-]+))?/g)].map(([link, anchor]) => ({
    link,
    file: link.split('#')[0] ?? '',
    anchor,
  }))
  const markdown = path.endsWith('.md')
    ? [...text.matchAll(/\]\(((?!https?:|mailto:)[^)#\s]*)(?:#([\w-]+))?\)/g)].map(
        ([link, file, anchor]) => ({
          link,
          file: file ? normalize(join(dirname(path), file)) : path,
          anchor,
        }),
      )
    : []
  return [...cited, ...markdown].flatMap(({ link, file, anchor }) => {
    const problem = findProblem(file, anchor)
    return problem ? [`${path}: ${link}: ${problem}`] : []
  })
}

/** Rules that are cited without a link: a reader could not follow them. */
const UNLINKED =
  /(?<!docs\/)\b(?:spec|reliability|import|cli|performance|house|architecture)\.md\b|\/\/ spec [A-Z]\d/

const files = execFileSync('git', ['ls-files', 'src', 'test', 'docs', 'bench', '.ci', 'build.js', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(?:ts|js|cjs|md)$/.test(path) && !path.includes('/fixtures/'))
  .filter((path) => existsSync(join(root, path)))

describe('links to the documents', () => {
  test('resolve, from every file', () => {
    const broken = files
      .filter((path) => path !== 'test/architecture/links.test.ts')
      .flatMap((path) => findBrokenLinks(path, readFileSync(join(root, path), 'utf8')))
    expect(files.length).toBeGreaterThan(500)
    expect(broken).toEqual([])
  })

  test('are there wherever code cites a rule', () => {
    const unlinked = files
      .filter((path) => /^(?:src|test|build)/.test(path) && /\.(?:ts|js)$/.test(path))
      .filter((path) => path !== 'test/architecture/links.test.ts')
      .flatMap((path) =>
        readFileSync(join(root, path), 'utf8')
          .split('\n')
          .filter((line) => UNLINKED.test(line))
          .map((line) => `${path}: ${line.trim()}`),
      )
    expect(unlinked).toEqual([])
  })

  test('name paths of this repository that exist', () => {
    const isPath =
      /(?<=[`\s(])((?:src|test|docs|bench|\.ci)\/[\w./-]*\w\/?|[a-z]+\/[\w/-]+\.ts)(?=[`\s),:;#]|\.\s)/g
    const missing = files
      .filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md')
      .flatMap((path) =>
        [...readFileSync(join(root, path), 'utf8').matchAll(isPath)]
          .map(([, named = '']) => named)
          .filter((named) => !['', 'src/'].some((folder) => existsSync(join(root, folder + named))))
          .filter((named) => !existsSync(join(root, `${named}.test.ts`)))
          .map((named) => `${path}: ${named}`),
      )
    expect(missing).toEqual([])
  })

  test.each([
    ['docs/none.md', '// docs/none.md', 'there is no docs/none.md'],
    ['docs/spec.md', '// docs/spec.md#b999', 'docs/spec.md has no #b999'],
  ])('are found broken: %s', (_, text, problem) => {
    expect(findBrokenLinks('src/any.ts', text)[0]).toContain(problem)
  })

  test('resolve to headings and to explicit ids', () => {
    expect(findBrokenLinks('src/any.ts', '// docs/spec.md#b40 docs/http-client.md#rate-limit')).toEqual([])
    expect(findBrokenLinks('README.md', '[rules](docs/spec.md#b-budget-month)')).toEqual([])
  })
})
