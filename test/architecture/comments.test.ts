/** Comments follow the guide in CONTRIBUTING.md: a first line that says what a file does, a doc comment on every export. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const MAX_FIRST_LINE = 120

/** Words of the old house that no comment uses any more: metaphors, inversions, and words that hide the subject. */
const UNCLEAR =
  /\b(?:whoever|whatever becomes|anew|elsewhere|beforehand|noughts?|persons?|somebody|nobody)\b|\b(?:what|which) is (?:said|told|asked)\b/i

/** Names that end in Of, or are one bare participle, say nothing about what they do. */
const UNCLEAR_NAME =
  /Of$|^(?:told|shown|asked|known|frozen|meant|given|taken|made|kept|held|settled|found|said|booked)$/

interface Export {
  name: string
  line: number
  hasDoc: boolean
}

/** The exported declarations of a source file. */
function listExports(source: ts.SourceFile): Export[] {
  return source.statements.flatMap((statement): Export[] => {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    if (!isExported) return []
    const names = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map(({ name }) => name.getText(source))
      : 'name' in statement && statement.name
        ? [(statement.name as ts.Identifier).text] // classes, functions, interfaces and types have an identifier
        : []
    const line = source.getLineAndCharacterOfPosition(statement.getStart(source)).line + 1
    const hasDoc = ts.getJSDocCommentsAndTags(statement).length > 0
    return names.map((name) => ({ name, line, hasDoc }))
  })
}

/** What is wrong with the comments and exported names of a source file, as `file:line what`. */
function findProblems(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)
  const problems: string[] = []
  const [first = ''] = text.split('\n')
  const second = text.split('\n')[1] ?? ''
  const summary = first === '/**' ? second : first
  if (!first.startsWith('/**')) problems.push(`${path}:1 begins without a comment that says what it does`)
  else if (summary.length > MAX_FIRST_LINE) problems.push(`${path}:1 says more than a line`)
  const exported = listExports(source)
  for (const { name, line, hasDoc } of exported) {
    // The comment at the top of a file with one export speaks for it.
    if (!hasDoc && exported.length > 1) problems.push(`${path}:${line} ${name} has no doc comment`)
    if (UNCLEAR_NAME.test(name)) problems.push(`${path}:${line} ${name} does not say what it is`)
  }
  for (const { line, comment } of listComments(source)) {
    const word = UNCLEAR.exec(comment)?.[0]
    if (word) problems.push(`${path}:${line} "${word}" hides who does what`)
    if (/\?\s*(?:\*\/)?$/.test(comment)) problems.push(`${path}:${line} asks instead of saying`)
  }
  return problems
}

/** All comments of a source file with their lines. */
function listComments(source: ts.SourceFile): { line: number; comment: string }[] {
  const { text } = source
  const positions = new Set<number>()
  const comments: { line: number; comment: string }[] = []
  const visit = (node: ts.Node): void => {
    for (const range of [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ]) {
      if (positions.has(range.pos)) continue
      positions.add(range.pos)
      const { line } = source.getLineAndCharacterOfPosition(range.pos)
      comments.push({ line: line + 1, comment: text.slice(range.pos, range.end) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return comments
}

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
  .map((path) => join('src', path))
  .toSorted()

describe('comments', () => {
  test.each(sources)('of %s follow the guide', (path) => {
    expect(findProblems(path, readFileSync(join(root, path), 'utf8'))).toEqual([])
  })

  test.each([
    ["import './b.ts'", 'begins without a comment'],
    [`/** ${'Long. '.repeat(30)} */`, 'says more than a line'],
    ['/** Reads. */\nexport const a = 1\nexport const b = 2', 'b has no doc comment'],
    ['/** Reads. */\n/** The key. */\nexport const keyOf = 1', 'keyOf does not say what it is'],
    ['/** Reads. */\n// Whoever asks, waits.\nconst a = 1', '"Whoever" hides who does what'],
    ['/** Reads. */\n/** Is it open? */\nconst a = 1', 'asks instead of saying'],
  ])('are found wrong: %s', (text, problem) => {
    expect(findProblems('src/any.ts', text).join('\n')).toContain(problem)
  })
})
