/** Orders the nouns for the help. */

/** The nouns by section of the help. */
export const helpSections = {
  Everyday: [
    'import',
    'review',
    'spend',
    'earn',
    'tx',
    'month',
    'schedules',
    'upcoming',
    'report',
    'status',
    'export',
    'imports',
    'layouts',
    'drafts',
    'history',
    'undo',
    'redo',
  ],
  Setup: ['init', 'migrate', 'accounts', 'categories', 'groups', 'merchants'],
  Remote: ['auth', 'profile', 'quota'],
  Local: ['targets', 'rules', 'workspaces', 'keys', 'db', 'serve', 'demo', 'config', 'doctor', 'completion'],
  'For scripts': ['api'],
} as const
