/** Tests the service on three machines: the same call sequences, answers and errors as one machine. */

import { afterAll, describe } from 'vitest'
import { serviceKinds } from '../service/describe-both-ways.ts'
import { openOnThreeMachines, removePrimary } from './open-on-three-machines.ts'
import { postgresBin } from './postgres-server.ts'

const suites = [
  'vectors',
  'accounts',
  'categories',
  'categorization',
  'errors',
  'listing',
  'merchants',
  'schedules',
  'shapes',
  'transactions',
  'transfers',
]

serviceKinds.splice(0, serviceKinds.length, { name: 'three machines', open: openOnThreeMachines })
afterAll(removePrimary)

describe.skipIf(postgresBin === undefined)('on three machines', async () => {
  for (const suite of suites) await import(`../service/${suite}.test.ts`)
})
