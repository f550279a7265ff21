/**
 * fast-check, whose cases are the same in each run, so that a new case never stops a change that has nothing to do with
 * it. `SEED=7 npm run test:all` plays others.
 */

import { configureGlobal, readConfigureGlobal } from 'fast-check'

configureGlobal({ ...readConfigureGlobal(), seed: Number(process.env['SEED'] ?? 20261126) })

export * from 'fast-check'
