/**
 * Runs transcripts: Markdown whose `console` blocks are command lines with their output.
 * A line `$ budget …` is typed; below it is the output, with `! ` before lines of stderr, and the exit code
 * in brackets
 * if it is not 0. `? yes` answers a question. A `file NAME` block creates a file. `<!-- terminal 80 -->`
 * makes all that
 * follows a terminal of 80 columns. With `<!-- first use -->` there is no workspace at the beginning.
 */

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { collectGarbage } from '../../src/store/database.ts'
import { missingPrograms } from '../export/programs.ts'
import { type CliHarness, createCliHarness, type RunResult } from '../support/cli-harness.ts'

/** Splits a line into words as a shell does: quotes, `NAME=value` before the command, `< FILE` at its end. */
export function splitShellWords(line: string): {
  env: Record<string, string>
  words: string[]
  stdin?: string
} {
  const [, typed = '', stdin] = /^(.*?)(?: < (\S+))?$/.exec(line) ?? []
  const words = [...typed.matchAll(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'),
  )
  const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word))
  const env = Object.fromEntries(words.slice(0, first).map((word) => word.split(/=(.*)/s).slice(0, 2)))
  return { env, words: words.slice(first), ...(stdin !== undefined && { stdin }) }
}

/** Returns the words of the commands at the ends of the lines of a hint. */
export const parseHintCommands = (hint: string): string[][] =>
  [...hint.matchAll(/: budget (.*)$/gm)].map(([, command = '']) =>
    splitShellWords(command.replaceAll("'\\''", '\u0000')).words.map((word) =>
      word.replaceAll('\u0000', "'"),
    ),
  )

/** Returns the names of the transcripts; that of journals only where the programs that read them are installed. */
export const listTranscripts = (): string[] =>
  readdirSync(import.meta.dirname).filter(
    (name) => name.endsWith('.md') && (missingPrograms.length === 0 || name !== 'migrate-journals.md'),
  )

/** What runs a transcript: this process, or processes of the installed program. */
export type TranscriptRunner = Pick<CliHarness, 'folder' | 'budget'> & { close(): void | Promise<void> }

/** Runs a transcript, closes the harness and returns the transcript with the actual output. */
export async function playTranscript(
  transcript: string,
  stage: TranscriptRunner = createCliHarness(true),
): Promise<string> {
  try {
    if (!transcript.includes('<!-- first use -->'))
      await stage.budget(['workspaces', 'create', 'Home', '--currency', 'USD'])
    const lines: string[] = []
    let terminal: number | undefined
    const blocks = transcript.split(/^(?=```)/m)
    for (const [at, block] of blocks.entries()) {
      if (at % 2 === 0) {
        terminal = parseTerminalWidth(block) ?? terminal
        lines.push(block)
      } else lines.push(await playBlock(block, stage, terminal))
    }
    return lines.join('')
  } finally {
    await stage.close()
  }
}

const parseTerminalWidth = (prose: string): number | undefined => {
  const columns = /<!-- terminal (\d+) -->/.exec(prose)?.[1]
  return columns === undefined ? undefined : Number(columns)
}

async function playBlock(
  block: string,
  stage: TranscriptRunner,
  terminal: number | undefined,
): Promise<string> {
  const [opening = '', ...rest] = block.trimEnd().split('\n')
  const file = /^```\w* ?file (\S+)/.exec(opening)?.[1]
  if (file !== undefined) {
    const path = join(stage.folder, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${rest.join('\n')}\n`)
  }
  if (!opening.startsWith('```console')) return block
  const after = block.slice(block.trimEnd().length)
  const said: string[] = []
  for (const [at, line] of rest.entries()) {
    if (!line.startsWith('$ ')) continue
    const answers = parseAnswers(rest.slice(at + 1))
    const { env, words, stdin } = splitShellWords(line.slice(2))
    const serving = words[1] === 'serve' ? { signal: AbortSignal.abort() } : {}
    const performance = {
      env,
      answers: [...answers],
      ...serving,
      ...(stdin !== undefined && { stdin }),
      ...(terminal !== undefined && { terminal }),
    }
    if (words.includes('delete') || words.includes('restore')) await releaseClosedFiles()
    const outcome = await stage.budget(words.slice(1), performance)
    said.push(line, ...answers.map((answer) => `? ${answer}`), ...formatOutput(outcome, stage))
  }
  return [opening, ...said].join('\n') + after
}

function parseAnswers(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => !line.startsWith('? '))
  return lines.slice(0, first < 0 ? lines.length : first).map((line) => line.slice(2))
}

function formatOutput({ stdout, stderr, code }: RunResult, { folder }: TranscriptRunner): string[] {
  // biome-ignore format: the escape is shown as the symbol for it
  const shown = (text: string) => text.replaceAll(folder, '/tmp').replace(/budget-demo-\w{6}/g, 'budget-demo-1a2b3c').replace(/(127\.0\.0\.1|\b0\.0\.0\.0):\d+/g, '$1:8787').replaceAll('\u001b', '␛').replaceAll('\r', '')
  const lines = (text: string) => (text === '' ? [] : shown(text).replace(/\n$/, '').split('\n'))
  return [...lines(stdout), ...lines(stderr).map((line) => `! ${line}`), ...(code === 0 ? [] : [`[${code}]`])]
}

/**
 * Lets go of the files of commands that ran before. They ran in this process, where a closed connection holds its file
 * until it is collected; users run each command in a process of its own.
 */
async function releaseClosedFiles(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20))
  collectGarbage()
}
