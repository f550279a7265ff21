/** Registers the commands that set up budget, profiles, keys and files. */

import type { RegistryEntry } from './registry-entry.ts'

/** The nouns and commands of one word for setting up, by word. */
export const setupCommands: Readonly<Record<string, RegistryEntry>> = {
  workspaces: {
    summary: 'Local workspaces',
    aliases: ['workspace'],
    defaultVerb: 'list',
    verbs: {
      list: async () => (await import('./workspaces/list.ts')).list,
      create: async () => (await import('./workspaces/create.ts')).create,
      rename: async () => (await import('./workspaces/rename.ts')).rename,
      archive: async () => (await import('./workspaces/archive.ts')).archive,
      unarchive: async () => (await import('./workspaces/unarchive.ts')).unarchive,
      delete: async () => (await import('./workspaces/delete.ts')).remove,
      upload: async () => (await import('./workspaces/upload.ts')).upload,
      download: async () => (await import('./workspaces/download.ts')).download,
    },
  },
  keys: {
    summary: 'API keys, and devices of the page',
    aliases: ['key'],
    defaultVerb: 'list',
    verbs: {
      list: async () => (await import('./keys/list.ts')).list,
      create: async () => (await import('./keys/create.ts')).create,
      pair: async () => (await import('./keys/pair.ts')).pair,
      revoke: async () => (await import('./keys/revoke.ts')).revoke,
    },
  },
  db: {
    summary: 'Database file of the workspace',
    defaultVerb: 'path',
    verbs: {
      path: async () => (await import('./db/path.ts')).path,
      query: async () => (await import('./db/query.ts')).query,
      check: async () => (await import('./db/check.ts')).check,
      repair: async () => (await import('./db/repair.ts')).repair,
      backup: async () => (await import('./db/backup.ts')).backup,
      restore: async () => (await import('./db/restore.ts')).restore,
      compact: async () => (await import('./db/compact.ts')).compact,
    },
  },
  auth: {
    summary: 'API keys for remote services',
    defaultVerb: 'status',
    verbs: {
      login: async () => (await import('./auth/login.ts')).login,
      status: async () => (await import('./auth/status.ts')).status,
      logout: async () => (await import('./auth/logout.ts')).logout,
    },
  },
  profile: {
    summary: 'Profiles for local and remote budgets',
    aliases: ['profiles'],
    defaultVerb: 'list',
    verbs: {
      list: async () => (await import('./profile/list.ts')).list,
      use: async () => (await import('./profile/use.ts')).use,
      show: async () => (await import('./profile/show.ts')).show,
      add: async () => (await import('./profile/add.ts')).add,
      remove: async () => (await import('./profile/remove.ts')).remove,
    },
  },
  config: {
    summary: 'Settings and directories',
    defaultVerb: 'list',
    verbs: {
      list: async () => (await import('./config/list.ts')).list,
      get: async () => (await import('./config/get.ts')).get,
      set: async () => (await import('./config/set.ts')).set,
      unset: async () => (await import('./config/unset.ts')).unset,
      path: async () => (await import('./config/path.ts')).path,
    },
  },
  quota: { summary: 'Requests left this hour', load: async () => (await import('./quota.ts')).quota },
  doctor: {
    summary: 'Check for problems',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  init: { summary: 'Create a first budget', load: async () => (await import('./init.ts')).init },
  serve: {
    summary: 'Serve local workspaces over HTTP',
    load: async () => (await import('./serve.ts')).serve,
  },
  mcp: {
    summary: 'Let an assistant read the budget and draft changes',
    defaultVerb: 'serve',
    verbs: {
      serve: async () => (await import('./mcp/serve.ts')).serve,
      install: async () => (await import('./mcp/install.ts')).install,
    },
  },
  demo: {
    summary: 'Create a sample budget',
    load: async () => (await import('./demo.ts')).demo,
  },
  completion: {
    summary: 'Shell completion',
    verbs: {
      install: async () => (await import('./completion/install.ts')).install,
      bash: async () => (await import('./completion/print.ts')).bash,
      zsh: async () => (await import('./completion/print.ts')).zsh,
      fish: async () => (await import('./completion/print.ts')).fish,
    },
  },
  api: { summary: 'Call an API endpoint', load: async () => (await import('./api.ts')).api },
}
