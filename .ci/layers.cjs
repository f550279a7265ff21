/** The layers of src/: what each folder may import. Run by test/architecture/layers.test.ts. docs/architecture.md#layers */

/** What commands and features share. */
const base = ['command', 'output', 'contract', 'money']

/** What users do, each with its work, its result and its view. */
const features =
  'accounts cleanup demo drafts export history import mcp migrate month reconcile reports review schedules setup transactions'.split(
    ' ',
  )

/** The folders, or parts, that each may import beside itself. A folder that is not named here may not exist. */
const allowedFolders = {
  money: [],
  contract: ['money'],
  fs: ['contract'],
  output: ['contract', 'money'],
  config: ['contract', 'fs'],
  tables: ['contract', 'money', 'output'],
  store: ['contract', 'fs', 'money'],
  'schedules/dates': ['contract', 'money'],
  'schedules/suggest': ['contract', 'money', 'schedules/dates', 'transactions/recurring'],
  'transactions/recurring': ['contract', 'money'],
  engine: ['contract', 'money', 'schedules/dates', 'store'],
  server: ['contract'],
  page: ['month', 'reports', 'schedules', 'transactions', ...base],
  cluster: ['contract', 'engine', 'fs', 'money', 'store'],
  command: ['config', 'contract', 'money', 'output'],
  remote: ['config', ...base],
  reports: ['schedules', 'transactions/recurring', ...base],
  export: ['schedules', ...base],
  transactions: ['tables', ...base],
  schedules: ['transactions', ...base],
  month: ['schedules', 'screens', 'transactions', ...base],
  accounts: ['transactions', ...base],
  cleanup: ['transactions', 'tables', ...base],
  history: ['month', 'transactions', ...base],
  drafts: ['history', ...base],
  screens: [...base],
  review: ['screens', 'transactions', 'tables', ...base],
  import: ['cleanup', 'review', 'schedules', 'transactions', 'tables', 'config', ...base],
  reconcile: ['cleanup', 'import', 'transactions', 'tables', ...base],
  migrate: ['accounts', 'export', 'reports', 'schedules/dates', 'tables', 'config', ...base],
  setup: ['config', ...base],
  demo: ['accounts', 'import', 'month', 'schedules', ...base],
  mcp: ['config', 'drafts', 'history', 'transactions', ...base],
  commands: ['config', 'tables', ...features, ...base],
  cli: [
    ...'commands cluster config drafts engine fs history mcp month page remote reports schedules server setup store transactions'.split(
      ' ',
    ),
    ...base,
  ],
}

/** The parts of a folder in their order: each may import those before it, never one after it. */
const orderedParts = {
  tables: [
    'file-record.ts',
    'read-options.ts',
    'source-file.ts',
    'words',
    'ambiguity-error.ts',
    'cells',
    'columns',
    'text',
    'sheets',
    'records',
  ],
  import: [
    'model',
    'read-flags.ts',
    'import-request.ts',
    'columns',
    'matching',
    'categorize-file.ts',
    'rows',
    'formats',
    'target-accounts.ts',
    'read-statement.ts',
    'layouts',
    'plan',
    'plan-file.ts',
    'posting',
    'views',
    'with-account-lock.ts',
    'compare-balance.ts',
    'fulfil-dates.ts',
    'load-layouts.ts',
    'journal',
    'write-rejects.ts',
    'save-rename-rules.ts',
    'resolve-layout.ts',
    'dialogue',
    'import-file.ts',
    'import-files.ts',
    'import-from-flags.ts',
    'resume-import.ts',
  ],
}

/** The only file or folder that imports each package. */
const packageUsers = {
  'big.js': 'src/money/decimal.ts',
  valibot: 'src/contract/',
  '@valibot/to-json-schema': 'src/contract/json-schema.ts',
  '@photostructure/sqlite': 'src/store/database.ts',
  hono: 'src/server/',
  '@hono/node-server': 'src/server/',
  undici: 'src/remote/http/',
  pg: 'src/cluster/postgres.ts',
  conf: 'src/config/write-json.ts',
  'csv-parse': 'src/tables/records/',
  re2js: 'src/import/layouts/row-rules.ts',
  chalk: 'src/output/theme.ts',
  'cli-table3': 'src/output/',
  'string-width': 'src/output/',
  uqr: 'src/setup/pairing-view.ts',
  'simple-ascii-chart': 'src/reports/terminal/',
  'd3-shape': 'src/reports/page/',
  'd3-scale': 'src/reports/page/',
  'modern-tar': 'src/export/',
  yauzl: 'src/tables/sheets/unpack-zip.ts',
  '@e965/xlsx': 'src/tables/sheets/workbook-rows.ts',
  '@modelcontextprotocol/server': 'src/mcp/',
  commander: 'src/cli/',
  '@clack/prompts': 'src/cli/',
}

/** The folders that may use modules of Node for files, the network and processes. */
const systemFolders = ['cluster', 'store', 'server', 'remote/http', 'config', 'fs', 'cli/platform']

const escapeRegExp = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const inPackage = (name) => `node_modules/${escapeRegExp(name)}/`

const folderRules = Object.entries(allowedFolders).map(([folder, allowed]) => ({
  name: `imports-of-${folder}`,
  comment: `src/${folder} may import ${['itself', ...allowed].join(', ')}. If it needs more, the code is in the wrong folder.`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^(src|bin|test|bench)/', pathNot: `^src/(${[folder, ...allowed].join('|')})/` },
}))

const toPath = (part) => escapeRegExp(part) + (part.endsWith('.ts') ? '$' : '/')

const orderRules = Object.entries(orderedParts).flatMap(([folder, parts]) => [
  ...parts.map((part, at) => ({
    name: `order-of-${folder}-${part.replace('.ts', '')}`,
    comment: `src/${folder}/${part} may import ${['itself', ...parts.slice(0, at)].join(', ')} of src/${folder}.`,
    severity: 'error',
    from: { path: `^src/${folder}/${toPath(part)}` },
    to: {
      path: `^src/${folder}/`,
      pathNot: `^src/${folder}/(${parts
        .slice(0, at + 1)
        .map(toPath)
        .join('|')})`,
    },
  })),
  {
    name: `every-file-of-${folder}-is-in-its-order`,
    comment: `The order of src/${folder} names every part.`,
    severity: 'error',
    from: { path: `^src/${folder}/`, pathNot: `^src/${folder}/(${parts.map(toPath).join('|')})` },
    to: {},
  },
])

const packageRules = Object.entries(packageUsers).map(([name, user]) => ({
  name: `only-${user}-imports-${name}`,
  comment: 'Each package is imported in one place, so that it can be replaced there.',
  severity: 'error',
  from: { path: '^src/', pathNot: `^${escapeRegExp(user)}` },
  to: { path: inPackage(name) },
}))

module.exports = {
  forbidden: [
    ...folderRules,
    ...orderRules,
    ...packageRules,
    {
      name: 'every-package-has-a-user',
      comment:
        'A new package needs a line in docs/decisions.md, one place that imports it, and its cost at start-up.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: 'node_modules/', pathNot: Object.keys(packageUsers).map(inPackage) },
    },
    {
      name: 'every-file-is-in-a-layer',
      comment: 'src/ holds main.ts and the folders named above.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/main\\.ts$', `^src/(${Object.keys(allowedFolders).join('|')})/`],
      },
      to: {},
    },
    {
      name: 'views-are-not-shared-by-features',
      comment: 'A feature uses the work of another one, not how it is shown. The demo shows three results.',
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: '^src/(cli|commands|demo)/' },
      to: { path: '^src/[^/]+/(.*-view\\.ts$|views/)', pathNot: '^src/$1/|^src/engine/|^src/output/' },
    },
    {
      name: 'no-folder-without-a-subject',
      comment: 'What two commands need belongs to a feature.',
      severity: 'error',
      from: { path: '/(shared|common|utils?|helpers|misc)/' },
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
      name: 'main-imports-lazily',
      comment: 'What an invocation does not need is not loaded. docs/performance.md',
      severity: 'error',
      from: { path: '^src/(main\\.ts$|cli/platform/)' },
      to: {
        path: '^src/',
        pathNot: '^src/(cli|command|contract|fs)/',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'nobody-imports-main',
      comment: 'main.ts passes files, network and processes in; who imports it takes them instead.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^src/main\\.ts$' },
    },
    {
      name: 'only-some-folders-use-the-system',
      comment:
        'Files, the network and other processes are passed in by main.ts, which has them from cli/platform/.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/main\\.ts$', `^src/(${systemFolders.join('|')})/`] },
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
