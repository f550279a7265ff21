/** Counts what happens on this machine, and tells it in the text format of Prometheus. */

/** The counters and their meaning. */
const counters = {
  budget_commits_total: 'Entries of the log that this machine appended',
  budget_writes_total: 'Requests whose changes these entries have',
  budget_races_lost_total: 'Entries that were not appended because another machine was first',
  budget_entries_caught_up_total: 'Entries of other machines that were applied here',
  budget_copies_rebuilt_total: 'Copies that were thrown away because they did not continue the log',
  budget_requests_total: 'Requests that were answered, by status',
  budget_request_seconds_total: 'Seconds that these requests took',
} as const

/** A number that is asked for when it is told. */
const gauges = {
  budget_copies_open: 'Copies of workspaces that are open',
  budget_races_lost_in_a_row: 'Most races that one entry lost, one after the other, since the start',
} as const

/** The counters of one machine. */
export interface Metrics {
  count(name: keyof typeof counters, by?: number, label?: string): void
  observe(name: keyof typeof gauges, read: () => number): void
  /** Counts an answered request; `ms` is its duration in milliseconds. */
  countRequest(request: { status: number; ms: number }): void
  /** Returns the text that Prometheus reads. */
  render(): string
}

/** Returns counters that have counted nothing. */
export function createMetrics(): Metrics {
  const counts = new Map<string, Map<string, number>>(Object.keys(counters).map((name) => [name, new Map()]))
  const observed = new Map<string, () => number>()
  const count: Metrics['count'] = (name, by = 1, label = '') => {
    const values = counts.get(name)
    values?.set(label, (values.get(label) ?? 0) + by)
  }
  return {
    count,
    countRequest({ status, ms }) {
      count('budget_requests_total', 1, `status="${status}"`)
      count('budget_request_seconds_total', ms / 1000)
    },
    observe: (name, read) => void observed.set(name, read),
    render: () =>
      [
        ...Object.entries(counters).map(([name, help]) =>
          renderMetric(name, help, 'counter', counts.get(name)),
        ),
        ...Object.entries(gauges).map(([name, help]) =>
          renderMetric(name, help, 'gauge', new Map([['', observed.get(name)?.() ?? 0]])),
        ),
      ].join(''),
  }
}

function renderMetric(
  name: string,
  help: string,
  type: string,
  values?: ReadonlyMap<string, number>,
): string {
  const lines = values?.size ? [...values] : [['', 0] as const]
  const rows = lines.map(([label, value]) => `${name}${label && `{${label}}`} ${value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${rows.join('')}`
}
