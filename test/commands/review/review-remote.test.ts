/** Tests what a review of a remote workspace costs, and that it goes on after a failure. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRemoteHarness, type RemoteHarness } from '../../support/remote-harness.ts'

const bank = `Date,Payee,Amount
2026-11-01,Blue Heron,-4.00
2026-11-02,Blue Heron,-5.00
2026-11-03,Rewe,-6.00
2026-11-04,Payroll,70.00
`

let remote: RemoteHarness
beforeEach(async () => {
  remote = await createRemoteHarness()
  remote.writeFile('bank.csv', bank)
  await remote.runOk('import bank.csv --account Checking --accept')
})
afterEach(() => remote.close())

/** A line for each decision: the newest first. */
const decideAll = ['c rta', 'c groc', 'c eating']
const review = (answers: string[], more: { rateLimit?: number } = {}, flags = '') =>
  remote.run(`review${flags}`, { terminal: 80, answers, env: { NO_COLOR: '1' }, ...more })
const listCategories = async () =>
  (await remote.runOk('tx list --fields merchant_name,category_name,ready_to_assign --format tsv'))
    .split('\n')
    .slice(1)

describe('a review of a remote workspace', () => {
  it('reads twice, says what sending costs, and sends one change for each row', async () => {
    const { code, stdout, requests } = await review([...decideAll, ''])
    expect(code).toBe(0)
    expect(stdout).toContain('Send 4 decisions, 5 requests? Enter sends, Esc goes back')
    const methods = requests.map((line) => line.split(' ')[0])
    // Two pages to show; one page to see what was changed meanwhile; one change for each row.
    expect(methods).toEqual(['GET', 'GET', 'GET', 'PATCH', 'PATCH', 'PATCH', 'PATCH'])
    const { stdout: left } = await remote.run('review')
    expect(left.trim().split('\n')).toHaveLength(1)
  })

  it('renames a merchant everywhere with one request', async () => {
    const { requests } = await review(['c rta', 'x', 'm Heron', 'every', 'c eating', ''])
    const changes = requests.filter((line) => line.startsWith('PATCH'))
    expect(changes.filter((line) => line.includes('/merchants/'))).toHaveLength(1)
    expect(changes).toHaveLength(4)
    expect(await listCategories()).toContain('Heron\tEating Out\tfalse')
  })

  it('keeps what was not sent when the limit is reached, and sends only that later', async () => {
    const stopped = await review([...decideAll, ''], { rateLimit: 5 }, ' --max-wait 0s')
    expect({ code: stopped.code, stderr: stopped.stderr }).toEqual({ code: 8, stderr: expect.any(String) })
    // A fake clock waits for the next window.
    const rest = await review([''], { rateLimit: 200 })
    expect(rest.stdout).toContain('Send 2 decisions, 3 requests?')
    expect(rest.stderr).not.toContain('Changed elsewhere')
    expect(rest.requests.filter((line) => line.startsWith('PATCH'))).toHaveLength(2)
  })

  it('leaves a transaction alone that was changed elsewhere meanwhile, and says so', async () => {
    await review([...decideAll, 'q'])
    const rewe = await remote.runOk('tx list --search rewe --format ids')
    await remote.runOk(`tx edit ${rewe} --notes mine --quiet --format ids`)
    const { stderr } = await review([''])
    expect(stderr).toContain('Changed elsewhere, so your decision was dropped: 2026-11-03 Rewe -6.00')
    expect(await listCategories()).toContain('Rewe\t\tfalse')
  })

  it('creates a category in place, and says what that costs', async () => {
    const dry = await review(['c everyday/Pets', '', 'S', ''], {}, ' --dry-run')
    expect(dry.requests.filter((line) => !line.startsWith('GET'))).toEqual([])
    const { stdout, requests } = await review(['c everyday/Pets', '', 'S', ''])
    expect(stdout).toContain('Send 1 new category, 1 decision, 4 requests? Enter sends')
    const methods = requests.map((line) => line.split(' ')[0])
    expect(methods.slice(-4)).toEqual(['GET', 'GET', 'POST', 'PATCH'])
    expect(await listCategories()).toContain('Payroll\tPets\tfalse')
  })

  it('cannot make rules', async () => {
    const { stdout } = await review(['r', 'q'])
    expect(stdout).toContain('Only local workspaces have rules')
  })
})
