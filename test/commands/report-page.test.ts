/** Tests where `budget report html` writes its page, and what it does when it is told to open it. */

import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'

let cli: CliHarness
beforeEach(async () => {
  cli = createCliHarness()
  await cli.budget(['accounts', 'add', 'Checking', '--type', 'banking_checking', '--balance', '10'])
  await cli.budget(['spend', '4.50', 'Blue Heron', '--account', 'Checking', '--date', '2026-11-02'])
})
afterEach(() => cli.close())

describe('budget report html', () => {
  it('writes the page to the file of --output, and to stdout in a pipe', async () => {
    const file = join(cli.folder, 'page.html')
    expect(await cli.budget(['report', 'html', '--output', file])).toEqual({
      stdout: '',
      stderr: '',
      code: 0,
    })
    const page = readFileSync(file, 'utf8')
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">[^]*Blue Heron[^]*<\/html>\n$/)
    expect((await cli.budget(['report', 'html'])).stdout).toBe(page)
  })

  it('is refused where the format or the name of the file asks for something else', async () => {
    for (const args of [
      ['-f', 'csv'],
      ['-o', 'page.csv'],
      ['-f', 'ids'],
      ['-o', 'page.pdf'],
    ]) {
      const { stdout, code } = await cli.budget(['report', 'html', ...args])
      expect({ args, stdout, code }).toEqual({ args, stdout: '', code: 2 })
    }
    expect(existsSync(join(cli.folder, 'page.pdf'))).toBe(false)
  })

  it('is not shown in a terminal', async () => {
    const { stdout, stderr, code } = await cli.budget(['report', 'html'], { terminal: 80 })
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 })
    expect(stderr).toContain('Add --output FILE to write it to a file, or --open to look at it')
  })

  it('prints the path of a temporary page that no program of this computer opens', async () => {
    const { stdout, stderr, code } = await cli.budget(['report', 'html', '--open'], { terminal: 80 })
    const path = stdout.trimEnd()
    expect({ code, isThere: existsSync(path) }).toEqual({ code: 0, isThere: true })
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`open ${path} in a browser`)
  })

  it('opens the file of --output once it is written', async () => {
    const file = join(cli.folder, 'page.html')
    const { stderr, code } = await cli.budget(['report', 'html', '--output', file, '--open'])
    expect(code).toBe(0)
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`open ${file} in a browser`)
    expect(statSync(file).size).toBeGreaterThan(1000)
  })

  it('shows what was assigned and what was spent before beside what was spent', async () => {
    await cli.budget(['spend', '3.00', 'Blue Heron', '--account', 'Checking', '--date', '2026-10-02'])
    await cli.budget(['groups', 'add', 'Daily'])
    await cli.budget(['categories', 'add', 'Coffee', '--group', 'Daily'])
    await cli.budget(['month', 'assign', 'Coffee=5'])
    const { stdout } = await cli.budget(['report', 'html'])
    const chartOf = (title: string): string =>
      new RegExp(`<h2[^>]*>${title}[^]*?(<figure>[^]*?</figure>)`).exec(stdout)?.[1] ?? ''
    expect(chartOf('Spending ')).toContain('>4.50 / 3.00</text>')
    expect(chartOf('Budget ')).toContain('>0.00 / 5.00</text>')
    expect(stdout).toMatch(/<dt>Spending<\/dt><dd>4.50<\/dd><dd class="was">[^<]*Oct[^<]*: 3.00<\/dd>/)
    // The clock of the tests is within the month.
    expect(chartOf('Cash flow ')).toMatch(/ part"[^]*>to \d+<\/text>|>to \d+<\/text>[^]* part"/)
    expect(stdout).toMatch(/<th scope="row">2026-11, to \d+<\/th>/)
  })

  it('has the same reports in JSON as each report by itself', async () => {
    const page: unknown = JSON.parse((await cli.budget(['report', 'html', '--json'])).stdout)
    const single: unknown = JSON.parse((await cli.budget(['report', 'spending', '--json'])).stdout)
    const merchants: unknown = JSON.parse(
      (await cli.budget(['report', 'merchants', '--top', '20', '--json'])).stdout,
    )
    expect(page).toMatchObject({ reports: expect.arrayContaining([single, merchants]) as unknown })
  })
})
