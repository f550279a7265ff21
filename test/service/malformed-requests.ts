/** Generates malformed requests: wrong types, deep and huge values, odd Unicode, wrong paths. */

import { type Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { operationNames, operations } from '../../src/contract/api.ts'
import * as fc from '../support/fast-check.ts'

/** A request; ids are written as `$food`. */
export interface MalformedRequest {
  method: string
  path: string
  type: string
  body: string | undefined
}

const words = (text: string): string[] => text.split(' ')
const names = words(
  'checking card broker closed food rent payment group system kiosk baker single split transfer deleted',
)
const fields = words(
  'transaction transactions account_id from_account_id to_account_id date amount category_id ready_to_assign splits ' +
    'merchant_id merchant_name notes status review_status type name group_id archived closed initial_balance ' +
    'initial_balance_date assigned __proto__ constructor toString',
)
const parameters = words(
  'include_closed since_date until_date account_id category_id status review_status limit cursor move_to_category_id ' +
    'move_to_merchant_id __proto__',
)

const known = fc.constantFrom(...names).map((name) => `$${name}`)

const odd = [
  ...[
    '\u0000',
    '\ud800',
    '\u202e',
    '٣',
    '..',
    '../..',
    '%',
    '%00',
    '%zz',
    'null',
    'NaN',
    '1e999',
    '-0',
    '2026-02-30',
  ],
  ...['ﷺ'.repeat(200), 'a\u0301'.repeat(300), '🦊'.repeat(250), '0'.repeat(5000), 'x'.repeat(100_000)],
  "'; DROP TABLE accounts; --",
]
const oddText = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom(...odd))

const plausible = words(
  '-12.34 5 0 9999999999999.99 2026-11-03 regular transfer banking_cash pending reviewed',
)
const leaf = fc.oneof(
  { weight: 3, arbitrary: known },
  { weight: 2, arbitrary: oddText },
  { weight: 3, arbitrary: fc.constantFrom(...plausible) },
  { weight: 1, arbitrary: fc.oneof(fc.double(), fc.integer(), fc.boolean(), fc.constant(null)) },
)
const key = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...fields) }, { weight: 1, arbitrary: oddText })
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 6 }),
  ),
}))

const orValue = <Right>(right: fc.Arbitrary<Right>) =>
  fc.oneof({ weight: 4, arbitrary: right }, { weight: 1, arbitrary: value })
const draft = fc.record(
  {
    account_id: orValue(fc.constantFrom('$checking', '$card', '$broker')),
    date: orValue(fc.constant('2026-11-03')),
    amount: orValue(fc.constantFrom('-1.00', '1e3', 5)),
    category_id: orValue(fc.constantFrom('$food', '$payment', '$checking', null)),
    splits: value,
    notes: value,
    merchant_name: value,
    status: value,
  },
  { requiredKeys: ['account_id', 'date'] },
)
const deep = fc
  .constantFrom(['[', ']'], ['{"transaction":', '}'], ['{"transactions":[', ']}'])
  .map(([open = '', close = '']) => `${open.repeat(5000)}1${close.repeat(5000)}`)
const body = fc.oneof(
  { weight: 5, arbitrary: fc.dictionary(key, value, { maxKeys: 4 }).map((one) => JSON.stringify(one)) },
  { weight: 3, arbitrary: draft.map((transaction) => JSON.stringify({ transaction })) },
  {
    weight: 2,
    arbitrary: fc.array(draft, { maxLength: 4 }).map((transactions) => JSON.stringify({ transactions })),
  },
  { weight: 2, arbitrary: value.map((one) => JSON.stringify(one)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: fc.constant(undefined) },
)

/** Encodes a text for a URL, except for ids that are filled in later. */
const inAddress = (text: string): string =>
  text.startsWith('$') ? text : encodeURIComponent(text.toWellFormed())

const named = fc.oneof(
  { weight: 5, arbitrary: known },
  { weight: 1, arbitrary: oddText.map((text) => text.slice(0, 1000)) },
)
const route = fc
  .tuple(fc.constantFrom(...operationNames), named, fc.constantFrom('2026-11', '2026-13', 'now'))
  .map(([name, id, month]) => {
    const { method, path } = operations[name]
    return { method, path: path.replace('{month}', month).replace(/\{\w+\}/, () => inAddress(id)) }
  })
const pair = fc.tuple(
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...parameters) }, { weight: 1, arbitrary: oddText }),
  fc.oneof(oddText, known, fc.constantFrom('true', '1', '2026-11-03')),
)
const query = fc
  .array(pair, { minLength: 1, maxLength: 3 })
  .map((pairs) =>
    pairs.map((texts) => texts.map((text) => inAddress(text.slice(0, 1000))).join('=')).join('&'),
  )

/** One in four has a query, one in ten another method, one in ten another content type. */
export const malformedRequest: fc.Arbitrary<MalformedRequest> = fc
  .record({
    route,
    query: fc.option(query, { freq: 1 }),
    hasQuery: fc.nat(3).map((at) => at === 0),
    body,
    method: fc.option(fc.constantFrom('PUT', 'HEAD', 'POST', 'DELETE', 'OPTIONS'), { freq: 1 }),
    hasMethod: fc.nat(9).map((at) => at === 0),
    type: fc.oneof(
      { weight: 9, arbitrary: fc.constant('application/json') },
      { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/json; charset=utf-8', '') },
    ),
  })
  .map(({ route, query, hasQuery, body, method: other, hasMethod, type }) => {
    const method = (hasMethod ? other : null) ?? route.method
    return {
      method,
      path: hasQuery && query !== null ? `${route.path}?${query}` : route.path,
      type,
      body: method === 'GET' || method === 'HEAD' ? undefined : body,
    }
  })

/** Sends a request exactly as it is written, `..` included. */
export function exchange(
  { method, path, type, body }: MalformedRequest,
  { agent, key, port, root }: { agent: Agent; key: string; port: number; root: string },
): Promise<{ status: number; said: string }> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(type && { 'content-type': type }),
    ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
  }
  return new Promise((resolve, reject) => {
    const sent = request({ agent, port, path: root + path, method, headers }, async (answer) => {
      resolve({ status: answer.statusCode ?? 0, said: await text(answer) })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
