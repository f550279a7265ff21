/** Connects the official client of the Model Context Protocol to `budget mcp` in the CLI harness. */

import assert from 'node:assert/strict'
import { createInterface } from 'node:readline'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { Client, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client'
import type { CliHarness, HarnessRunOptions, RunResult } from './cli-harness.ts'

/** What a client answers to a form; undefined: it cannot show any. */
export type FormAnswer = (
  message: string,
) => Promise<{ action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string | boolean> }>

/** An assistant that is connected to a budget. */
export interface Assistant {
  client: Client
  /** Calls a tool; returns its structured content, which equals its text. */
  call(name: string, input?: Record<string, unknown>): Promise<Record<string, unknown>>
  /** Closes the connection and waits for the command to end. */
  close(): Promise<RunResult>
}

interface AssistantOptions {
  args?: readonly string[]
  performance?: HarnessRunOptions
  answerForm?: FormAnswer
  /** The revision of the protocol. @default the one with a handshake */
  era?: 'legacy' | 'modern'
  clientName?: string
}

/** Starts `budget mcp` in the harness and connects a client to it. */
export async function openAssistant(
  harness: CliHarness,
  { args = [], performance = {}, answerForm, era = 'legacy', clientName = 'test' }: AssistantOptions = {},
): Promise<Assistant> {
  const input = new PassThrough()
  const output = new PassThrough()
  const ended = harness.budget(['mcp', ...args], { ...performance, streams: { input, output } })
  const client = new Client(
    { name: clientName, version: '1' },
    {
      capabilities: answerForm ? { elicitation: { form: {} } } : {},
      versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
    },
  )
  if (answerForm) client.setRequestHandler('elicitation/create', ({ params }) => answerForm(params.message))
  await client.connect(createLineTransport(output, input))
  return {
    client,
    async call(name, fields = {}) {
      const result = await client.callTool({ name, arguments: fields })
      return readAnswer(result)
    },
    async close() {
      await client.close()
      input.end()
      return ended
    },
  }
}

/** Returns the structured content of a result, which its text repeats. */
function readAnswer(result: unknown): Record<string, unknown> {
  const { content, structuredContent } = result as {
    content: { text: string }[]
    structuredContent: Record<string, unknown>
  }
  assert.deepEqual(JSON.parse(content[0]?.text ?? ''), structuredContent)
  return structuredContent
}

/** Speaks JSON-RPC in lines, as a client does with a program that it starts. */
function createLineTransport(from: Readable, to: Writable): Transport {
  const transport: Transport = {
    async start() {
      createInterface({ input: from }).on('line', (line) =>
        transport.onmessage?.(JSON.parse(line) as JSONRPCMessage),
      )
    },
    async send(message) {
      to.write(`${JSON.stringify(message)}\n`)
    },
    async close() {
      transport.onclose?.()
    },
  }
  return transport
}

/** The commands that show everything an assistant could change. */
export const budgetLines = [
  'tx list --all',
  'month show --all',
  'accounts',
  'categories --archived',
  'merchants',
  'rules',
  'targets',
].map((line) => `${line} --json`)
