import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Elsewhere, openElsewhere } from './elsewhere.ts'

let elsewhere: Elsewhere

beforeAll(async () => {
  elsewhere = await openElsewhere()
})
afterAll(() => elsewhere.close())

// cli.md §2: R, the requests a profile elsewhere spends
describe('with the names of an earlier command', () => {
  it.each([
    ['accounts add Savings --type banking_savings', 1],
    ['month assign Groceries=50 Transport=5', 3],
    ['month move 10 --from Groceries --to Transport', 3],
    ['month move 10 --from Transport --to rta', 2],
    ['month cover --all --from rta', 1],
    ['month fund --all', 1],
    ['month copy last --dry-run', 2],
    ['month copy this --to next', 4],
    ['month copy this --to next --only-empty', 2],
    ['month grid --months 3', 3],
    ['month check', 2],
    ['tx add -5 Bakery Groceries --account Checking', 1],
    ['tx add --account Checking --split Groceries=-3 --split Transport=-2', 1],
    ['tx transfer 5 --from Checking --to Savings', 1],
    ['accounts register Checking', 2],
    ['tx approve --all --search bakery', 2],
    ['merchants list --unused', 2],
    ['api GET /accounts', 1],
    ['api GET /transactions?limit=2 --paginate', 3],
    ['api POST /merchants -F name=Kiosk', 1],
  ])('%s makes %d', async (line, count) => {
    const requests = await elsewhere.requestsOf(line)
    expect({ requests, count: requests.length }).toEqual({ requests, count })
  })
})

describe('a transaction by its id', () => {
  let id: string
  beforeAll(async () => {
    id = await elsewhere.made('tx add -7 Butcher Groceries --account Checking')
  })

  it.each([
    ['tx edit ID --notes x', 1],
    // Whether a statement was held against it must be known first. spec E41
    ['tx edit ID --amount -8', 2],
    ['tx edit ID --amount -9 --yes', 1],
    ['tx split ID Transport=-2 --rest Groceries', 2],
    ['tx unsplit ID --category Groceries --yes', 1],
    ['tx clear ID', 1],
    ['tx approve ID', 1],
    ['tx delete ID --yes', 1],
  ])('%s makes %d', async (line, count) => {
    const requests = await elsewhere.requestsOf(line.replace('ID', id))
    expect({ requests, count: requests.length }).toEqual({ requests, count })
  })
})
