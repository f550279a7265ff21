/** The plan of the house: which room of src/ may open which door. Played by test/architecture/layers.test.ts. */

/** What each room may import beside itself. A room that is not named here may not be there. */
const doors = {
  money: [],
  contract: ['money'],
  fs: ['contract'],
  config: ['contract', 'fs'],
  store: ['contract', 'fs', 'money'],
  engine: ['contract', 'money', 'store'],
  reports: ['analysis', 'contract', 'money'],
  export: ['contract', 'money', 'render'],
  render: ['analysis', 'contract', 'import', 'migrate', 'money', 'reports'],
  server: ['contract'],
  client: ['contract', 'money'],
  import: ['contract', 'money'],
  analysis: ['contract', 'import', 'money'],
  migrate: ['analysis', 'contract', 'export', 'import', 'money'],
  command: ['config', 'contract', 'money', 'render'],
  commands: [
    'analysis',
    'command',
    'config',
    'contract',
    'export',
    'import',
    'migrate',
    'money',
    'render',
    'reports',
  ],
  completion: ['command', 'commands', 'contract'],
  cli: ['command', 'commands', 'completion', 'config', 'contract', 'render', 'reports'],
  platform: ['cli', 'client', 'command', 'commands', 'config', 'contract', 'engine', 'fs', 'server', 'store'],
}

/** The stages of src/import in their order: each may import those before it, never one behind it. */
const importStages = [
  'model',
  'text',
  'infer',
  'csv',
  'formats',
  'read-statement.ts',
  'layouts',
  'matching',
  'plan',
  'posting',
]

/** The one place that has heard of a package. */
const packages = {
  'big.js': 'src/money/decimal.ts',
  valibot: 'src/contract/',
  '@valibot/to-json-schema': 'src/contract/openapi.ts',
  '@photostructure/sqlite': 'src/store/database.ts',
  hono: 'src/server/',
  '@hono/node-server': 'src/server/',
  undici: 'src/client/',
  conf: 'src/config/write-json.ts',
  'csv-parse': 'src/import/',
  re2js: 'src/import/layouts/row-rules.ts',
  chalk: 'src/output/theme.ts',
  'cli-table3': 'src/render/',
  'string-width': 'src/render/',
  'simple-ascii-chart': 'src/render/report/',
  'd3-shape': 'src/render/page/',
  'd3-scale': 'src/render/page/',
  'modern-tar': 'src/export/',
  yauzl: 'src/migrate/',
  commander: 'src/cli/',
  '@clack/prompts': 'src/cli/',
}

/** Rooms with a piece of the world of their own: the database's file, the sockets, the settings' files; `world` is the rest. */
const worldly = ['store', 'server', 'client', 'config', 'fs', 'platform']

const literally = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const inPackage = (name) => `node_modules/${literally(name)}/`

const roomRules = Object.entries(doors).map(([room, open]) => ({
  name: `${room}-opens-only-its-doors`,
  comment: `src/${room} may import ${['itself', ...open.map((door) => `src/${door}`)].join(', ')}. If a door is missing, the code is in the wrong room.`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^(src|bin|test|bench)/', pathNot: `^src/(${[room, ...open].join('|')})/` },
}))

const stagePath = (stage) => literally(stage) + (stage.endsWith('.ts') ? '$' : '/')

const stageRules = importStages.map((stage, at) => ({
  name: `import-${stage.replace('.ts', '')}-opens-only-earlier-stages`,
  comment: `src/import/${stage} may import ${['itself', ...importStages.slice(0, at)].join(', ')} of src/import.`,
  severity: 'error',
  from: { path: `^src/import/${stagePath(stage)}` },
  to: {
    path: '^src/import/',
    pathNot: `^src/import/(${importStages
      .slice(0, at + 1)
      .map(stagePath)
      .join('|')})`,
  },
}))

const packageRules = Object.entries(packages).map(([name, door]) => ({
  name: `only-${door}-has-heard-of-${name}`,
  comment: 'Each package has one door, so that it can be replaced there.',
  severity: 'error',
  from: { path: '^src/', pathNot: `^${literally(door)}` },
  to: { path: inPackage(name) },
}))

module.exports = {
  forbidden: [
    ...roomRules,
    ...stageRules,
    ...packageRules,
    {
      name: 'no-package-without-a-door',
      comment: 'A new package needs a line in docs/decisions.md, a door, and its cost at start-up.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: 'node_modules/', pathNot: Object.keys(packages).map(inPackage) },
    },
    {
      name: 'every-file-is-in-a-room',
      comment: 'src/ holds main.ts and the rooms of the plan.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/main\\.ts$', `^src/(${Object.keys(doors).join('|')})/`] },
      to: {},
    },
    {
      name: 'every-file-of-import-is-in-a-stage',
      comment: 'src/import holds the stages of an import, in strict order.',
      severity: 'error',
      from: { path: '^src/import/', pathNot: `^src/import/(${importStages.map(stagePath).join('|')})` },
      to: {},
    },
    {
      name: 'no-orphans',
      comment: 'A file that nobody imports is dead code.',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: '\\.d\\.ts$' },
      to: {},
    },
    {
      name: 'main-opens-rooms-lazily',
      comment: 'What an invocation does not need is not loaded. docs/performance.md',
      severity: 'error',
      from: { path: '^src/(main\\.ts$|platform/)' },
      to: {
        path: '^src/',
        pathNot: '^src/(cli|command|contract|fs|platform)/',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'nobody-opens-main',
      comment: 'main.ts hands the world in; who reaches for it does not want to be handed it.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/main\\.ts$' },
    },
    {
      name: 'only-main-touches-the-platform',
      comment:
        'Files, the network and other processes are handed in by main.ts, which has them from platform/.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/main\\.ts$', `^src/(${worldly.join('|')})/`] },
      to: {
        path: '^(node:)?(fs|net|http|https|http2|tls|dns|os|tty|process|child_process|worker_threads)(/|$)',
      },
    },
    { name: 'no-cycles', comment: 'Not even of types.', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: 'specify',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'types', 'default'],
    },
  },
}
