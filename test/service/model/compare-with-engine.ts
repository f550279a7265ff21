/** Runs a history on a service and on the model, and reports the first difference. */

import { isDeepStrictEqual } from 'node:util'
import { type OperationName, operations } from '../../../src/contract/api.ts'
import { ApiError } from '../../../src/contract/errors.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import type { OpenWorkspace } from '../../../src/contract/ports/local-service.ts'
import type { WorkspaceAdmin } from '../../../src/contract/ports/workspace-admin.ts'
import { formatTimestamp } from '../../../src/money/calendar.ts'
import * as fc from '../../support/fast-check.ts'
import type { OpenedService, ServiceKind } from '../describe-both-ways.ts'
import type { Command } from './arbitrary-picks.ts'
import { command, finalQuestions, setupCommands } from './commands.ts'
import { computeBudget, computeIdentity } from './figures.ts'
import { type Call, type Model, openModel, type Setting } from './model.ts'

const noon = Date.UTC(2026, 10, 20, 12)

/** Returns a clock that moves on by a second for every call. */
export const createHistoryClock = () => {
  let at = noon
  return {
    now: () => at,
    tick: () => {
      at += 1000
    },
  }
}
type Clock = ReturnType<typeof createHistoryClock>

/** A service under comparison. */
export interface Subject {
  api: OpenWorkspace
  admin: WorkspaceAdmin
  clock: Clock
  /** The salt of the workspace's ids. */
  salt: string
}

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const counted = (digits: string): number =>
  [...digits].reduce((sum, digit) => sum * 32 + DIGITS.indexOf(digit), 0)
const digits = (count: number): string =>
  Array.from({ length: 10 }, (_, at) => DIGITS[Math.floor(count / 32 ** (9 - at)) % 32]).join('')

/** Replaces the service's ids by the model's, which count what they name (`acc#1`). */
const inModelIds = <Value>(value: Value): Value =>
  JSON.parse(
    JSON.stringify(value).replace(
      /\b(acc|cat|grp|mer|txn)_[0-9A-Z]{16}([0-9A-Z]{10})\b/g,
      (_, kind: string, count: string) => `${kind}#${counted(count)}`,
    ),
  )

const inServiceIds = <Value>(value: Value, salt: string): Value =>
  JSON.parse(
    JSON.stringify(value).replace(
      /\b(acc|cat|grp|mer|txn)#(\d+)/g,
      (_, kind: string, count: string) => `${kind}_${salt}${digits(Number(count))}`,
    ),
  )

/** Returns a call as an HTTP request. */
function typed({ name, request }: Call | Setting): { method: string; path: string; body?: unknown } {
  if (!(name in operations)) return { method: 'ADMIN', path: `${name} ${JSON.stringify(request)}` }
  const { method, path }: Operation = operations[name as OperationName] // looked up just above
  const { query, body, ...names }: Record<string, unknown> = request
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => String(names[key]))
  const asked = new URLSearchParams(
    Object.entries(query ?? {}).map(([key, value]): [string, string] => [key, String(value)]),
  ).toString()
  return { method, path: asked ? `${filled}?${asked}` : filled, ...(body !== undefined && { body }) }
}

/** Returns a call in words, e.g. `POST /accounts {…}`. */
export const describeCall = (call: Call | Setting): string => {
  const { method, path, body } = typed(call)
  return `${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`
}

/** Returns a reply, or how the call was refused. */
async function outcome(answer: () => unknown): Promise<unknown> {
  try {
    return JSON.parse(JSON.stringify(await answer()))
  } catch (error) {
    if (error instanceof ApiError) return { refused: error.name, detail: error.detail }
    return { failed: String(error) }
  }
}

const isSetting = (call: Call | Setting): call is Setting => !(call.name in operations)

function setIn(admin: WorkspaceAdmin, { name, request }: Setting): unknown {
  if (name === 'addRule') admin.addRule(request.draft)
  else if (name === 'setTarget') admin.setTarget(request.category, request.draft)
  else admin.snoozeTarget(request.category, request.month)
  return {}
}

/** Makes a call on a service; returns its reply, or how it was refused. */
export const perform = (subject: Subject, call: Call | Setting): Promise<unknown> =>
  outcome(() => asked(subject, call))

const asked = ({ api, admin, salt }: Subject, call: Call | Setting): unknown => {
  const { name, request } = inServiceIds(call, salt)
  if (isSetting(call)) return setIn(admin, inServiceIds(call, salt))
  return api[name as OperationName](request)
}

/** Runs a history on a service alone. */
export async function runHistory(subject: Subject, commands: Command[]): Promise<void> {
  const model = openModel()
  for (const command of commands) {
    const call = command(model.book)
    subject.clock.tick()
    await outcome(() => model.answer(call, formatTimestamp(subject.clock.now())))
    await perform(subject, call)
  }
}

/** Throws with the calls so far when the service and the model differ, or when money is created or lost. */
export async function compareWithModel(subject: Subject, commands: (Command | null)[]): Promise<Model> {
  const model = openModel()
  const calls: string[] = []
  const compare = async (call: Call | Setting): Promise<void> => {
    calls.push(describeCall(call))
    subject.clock.tick()
    const wanted = await outcome(() => model.answer(call, formatTimestamp(subject.clock.now())))
    const got = inModelIds(await perform(subject, call))
    if (!isDeepStrictEqual(got, wanted)) throw disagreement(calls, { got, wanted })
  }
  for (const command of commands) if (command) await compare(command(model.book))
  for (const question of finalQuestions(model.book)) await compare(question)
  for (const [month, figures] of computeBudget(model.book)) {
    const { held, promised } = computeIdentity(model.book, month, figures)
    if (held !== promised)
      throw disagreement(calls, { got: { held: String(held) }, wanted: { held: String(promised) } })
  }
  return model
}

function disagreement(calls: string[], { got, wanted }: { got: unknown; wanted: unknown }): Error {
  const list = calls.map((call, at) => `${String(at + 1).padStart(3)}. ${call}`)
  return new Error(
    [`After these calls:`, ...list, ...differences('answer', got, wanted).slice(0, 12)].join('\n'),
  )
}

/** Lists the paths where two replies differ. */
function differences(path: string, got: unknown, wanted: unknown): string[] {
  if (isDeepStrictEqual(got, wanted)) return []
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null
  if (!isObject(got) || !isObject(wanted)) {
    return [`${path}: the service says ${JSON.stringify(got)}, the model ${JSON.stringify(wanted)}`]
  }
  const keys = [...new Set([...Object.keys(got), ...Object.keys(wanted)])]
  return keys.flatMap((key) => differences(`${path}.${key}`, got[key], wanted[key]))
}

/** One way to the service, as describe-both-ways.ts opens it, with its clock. */
export interface TimedService {
  opened: OpenedService
  clock: Clock
}

/** Draws histories and compares how several ways to the service answer them; throws with the calls of the shortest. */
export async function compareWaysOften(
  ways: readonly ServiceKind['open'][],
  { numRuns, seed }: { numRuns: number; seed: number },
): Promise<void> {
  const played = fc.asyncProperty(fc.array(command, { minLength: 60, maxLength: 60 }), async (commands) => {
    const opened = await Promise.all(
      ways.map(async (open) => {
        const clock = createHistoryClock()
        return { clock, opened: await open({ now: clock.now }) }
      }),
    )
    try {
      await compareWays(opened, [...setupCommands, ...commands])
    } finally {
      for (const way of opened) await way.opened.close()
    }
  })
  const { failed, errorInstance } = await fc.check(played, { numRuns, seed })
  if (failed) throw errorInstance
}

/** Runs a history on several ways to the same service; throws when a response differs in one byte. */
async function compareWays(ways: TimedService[], commands: Command[]): Promise<void> {
  const model = openModel()
  const calls: string[] = []
  let salt = ''
  for (const command of commands) {
    const call = command(model.book)
    calls.push(describeCall(call))
    const answers: string[] = []
    for (const way of ways) {
      way.clock.tick()
      answers.push(await answered(way, inServiceIds(call, salt)))
    }
    await outcome(() => model.answer(call, formatTimestamp(ways[0]?.clock.now() ?? 0)))
    salt ||= /acc_([0-9A-Z]{16})/.exec(answers[0] ?? '')?.[1] ?? ''
    const [first, other] = [answers[0], answers.find((answer) => answer !== answers[0])]
    if (other !== undefined) throw new Error([...calls, first, other].join('\n'))
  }
}

async function answered({ opened }: TimedService, call: Call | Setting): Promise<string> {
  if (isSetting(call)) {
    return JSON.stringify(await outcome(() => setIn(opened.workspaces.admin(opened.workspaceId), call)))
  }
  const { method, path, body } = typed(call)
  return JSON.stringify(await opened.raw(method, path, body))
}
