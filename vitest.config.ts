import { defineConfig } from 'vitest/config'

/** What plays many rounds, starts many processes, or runs the packed program. `npm run test:all` runs it as well. */
const longTests = [
  'test/installed/**/*.test.ts',
  'test/cli/canary.test.ts',
  'test/cluster/**/*.test.ts',
  'test/commands/concurrent-imports.test.ts',
  'test/commands/concurrent-serve.test.ts',
  'test/commands/serve-locks.test.ts',
  'test/commands/history/every-command.test.ts',
  'test/commands/migrate/migrate-remote.test.ts',
  'test/commands/month/cover.test.ts',
  'test/commands/signals.test.ts',
  'test/drafts/apply-draft.test.ts',
  'test/drafts/every-command.test.ts',
  'test/engine/history/undo-processes.test.ts',
  'test/engine/killed-while-filling.test.ts',
  'test/import/campaign/**/*.test.ts',
  'test/mcp/conversations.test.ts',
  'test/mcp/draft-tools.test.ts',
  'test/migrate/actual/hostile-files.test.ts',
  'test/page/offline.test.ts',
  'test/remote/http/faults.test.ts',
  'test/remote/http/processes.test.ts',
  'test/remote/undo/killed-process.test.ts',
  'test/schedules/dates/rrule.test.ts',
  'test/schedules/forecast/backtest.test.ts',
  'test/schedules/forecast/posted-many.test.ts',
  'test/schedules/matching/matched-many.test.ts',
  'test/schedules/suggest/households.test.ts',
  'test/service/histories.test.ts',
  'test/store/old-workspace.test.ts',
  'test/store/power-cut.test.ts',
  'test/store/processes.test.ts',
  'test/store/sqlite-errors.test.ts',
]

export default defineConfig({
  test: {
    // A test ends early when something is wrong, not when the machine is busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Two cores: more workers than that only wait for each other.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'quick', include: ['test/**/*.test.ts'], exclude: longTests } },
      { extends: true, test: { name: 'long', include: longTests } },
    ],
  },
})
