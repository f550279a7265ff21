/** Replays the call sequences of vectors.json and compares every figure they must give. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CategorizationRuleDraft, TargetDraft } from '../../src/contract/ports/workspace-admin.ts'

const file = join(import.meta.dirname, 'vectors.json')

export interface Step {
  call?: string
  body?: unknown
  status?: number
  detail?: string
  save?: Record<string, string>
  save_payment?: string
  expect?: Record<string, unknown>
  admin?: 'set_target' | 'snooze' | 'add_rule'
  category?: string
  month?: string
  target?: TargetDraft
  rule?: CategorizationRuleDraft
  model?: 'skip'
}

export interface Vector {
  id: string
  title: string
  currency?: string
  /** The date on which the sequence runs. */
  today?: string
  steps: Step[]
}

const at = (value: unknown, path: string): unknown =>
  // A missing part of the path gives undefined, which fails the comparison.
  path.split('.').reduce<any>((inner, key) => inner?.[key], value)

/** What a sequence runs on: requests relative to a workspace, and settings outside the API. */
export interface Subject {
  raw(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>
  setTarget(category: string, target: TargetDraft): unknown
  snoozeTarget(category: string, month: string): unknown
  addRule(rule: CategorizationRuleDraft): unknown
}

/** Replays one sequence and returns every difference from its expectations. */
export async function replay(subject: Subject, steps: Step[]): Promise<string[]> {
  const { raw } = subject
  const saved: Record<string, string> = {}
  const differences: string[] = []
  const filled = <Value>(value: Value): Value =>
    JSON.parse(
      JSON.stringify(value ?? null).replace(/\$(\w+)/g, (whole, name: string) => saved[name] ?? whole),
    )

  for (const step of steps) {
    if (step.model === 'skip') continue // test/server covers what concerns HTTP alone
    if (step.admin) {
      const category = filled(step.category ?? '')
      if (step.target) await subject.setTarget(category, step.target)
      else if (step.rule) await subject.addRule(filled(step.rule))
      else await subject.snoozeTarget(category, step.month ?? '')
      continue
    }
    const [method = '', path = ''] = filled(step.call ?? '').split(' ')
    const answer = await raw(method, path, step.body === undefined ? undefined : filled(step.body))
    const differs = (what: string, got: unknown, wanted: unknown): void => {
      if (JSON.stringify(got) === JSON.stringify(wanted)) return
      differences.push(`${step.call}: ${what} is ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`)
    }
    if (step.status) differs('status', answer.status, step.status)
    else if (answer.status >= 300) differs('status', answer.status, '2xx')
    if (step.detail) differs('detail', at(answer.body, 'error.detail'), step.detail)
    for (const [name, where] of Object.entries(step.save ?? {})) saved[name] = String(at(answer.body, where))
    if (step.save_payment) {
      const groups: any = at((await raw('GET', '/categories')).body, 'data.category_groups')
      const payments: any[] = groups.find((group: any) => group.system)?.categories ?? []
      const payment = payments.find((category) => category.name === at(answer.body, 'data.account.name'))
      saved[step.save_payment] = payment?.id ?? 'missing'
    }
    for (const [where, wanted] of Object.entries(step.expect ?? {})) {
      differs(where, findValue(answer.body, where, saved), filled(wanted))
    }
  }
  return differences
}

/**
 * Returns the value at a path of a response; `cat:<name>.<field>` is a field of a category anywhere in a month.
 */
function findValue(body: any, where: string, saved: Record<string, string>): unknown {
  if (!where.startsWith('cat:')) return at(body, where)
  const [name = '', ...field] = where.slice(4).split('.')
  const categories = body.data.month.category_groups.flatMap((group: any) => group.categories)
  return at(
    categories.find((category: any) => category.id === saved[name]),
    field.join('.'),
  )
}

/** The call sequences. */
export const vectors: Vector[] = JSON.parse(readFileSync(file, 'utf8')).vectors
