/** Registers all commands by their words. A command is loaded when it is run. */

import { MONTH_NAME } from '../command/dates.ts'
import type { RegistryEntry } from './registry-entry.ts'
import { setupCommands } from './setup-registry.ts'

/** Words that are months. */
const monthPattern = new RegExp(`^(?:this|last|next|\\+\\d+)$|${MONTH_NAME.source}`, 'i')

/** All nouns and commands of one word. */
export const commandRegistry: Readonly<Record<string, RegistryEntry>> = {
  accounts: {
    summary: 'Accounts',
    aliases: ['account'],
    defaultVerb: 'list',
    verbs: {
      list: async () => (await import('./accounts/list.ts')).list,
      show: async () => (await import('./accounts/show.ts')).show,
      add: async () => (await import('./accounts/add.ts')).add,
      edit: async () => (await import('./accounts/edit.ts')).edit,
      close: async () => (await import('./accounts/close.ts')).close,
      reopen: async () => (await import('./accounts/reopen.ts')).reopen,
      delete: async () => (await import('./accounts/delete.ts')).remove,
      types: async () => (await import('./accounts/types.ts')).types,
      register: async () => (await import('./accounts/register.ts')).register,
      check: async () => (await import('./accounts/check.ts')).check,
      reconcile: async () => (await import('./accounts/reconcile.ts')).reconcile,
    },
  },
  month: {
    summary: 'Budget months',
    defaultVerb: 'show',
    argumentPattern: monthPattern,
    verbs: {
      show: async () => (await import('./month/show.ts')).show,
      assign: async () => (await import('./month/assign.ts')).assign,
      move: async () => (await import('./month/move.ts')).move,
      cover: async () => (await import('./month/cover.ts')).cover,
      fund: async () => (await import('./month/fund.ts')).fund,
      sweep: async () => (await import('./month/sweep.ts')).sweep,
      copy: async () => (await import('./month/copy.ts')).copy,
      grid: async () => (await import('./month/grid.ts')).grid,
      check: async () => (await import('./month/check.ts')).check,
    },
  },
  report: {
    summary: 'Where the money went, how you stand, what you can afford',
    aliases: ['reports'],
    defaultVerb: 'summary',
    argumentPattern: monthPattern,
    verbs: {
      summary: async () => (await import('./report/summary.ts')).summary,
      spending: async () => (await import('./report/spending.ts')).spending,
      income: async () => (await import('./report/income.ts')).income,
      cashflow: async () => (await import('./report/cashflow.ts')).cashflow,
      networth: async () => (await import('./report/networth.ts')).networth,
      budget: async () => (await import('./report/budget.ts')).budget,
      trend: async () => (await import('./report/trend.ts')).trend,
      merchants: async () => (await import('./report/merchants.ts')).merchants,
      'age-of-money': async () => (await import('./report/age-of-money.ts')).ageOfMoney,
      recurring: async () => (await import('./report/recurring.ts')).recurring,
      afford: async () => (await import('./report/afford.ts')).afford,
      html: async () => (await import('./report/html.ts')).html,
    },
  },
  review: { summary: 'Review what is new', load: async () => (await import('./review.ts')).review },
  tx: {
    summary: 'Transactions',
    aliases: ['transactions', 'transaction'],
    defaultVerb: 'list',
    verbs: {
      list: async () => (await import('./tx/list.ts')).list,
      show: async () => (await import('./tx/show.ts')).show,
      add: async () => (await import('./tx/add.ts')).add,
      transfer: async () => (await import('./tx/transfer.ts')).transfer,
      edit: async () => (await import('./tx/edit.ts')).edit,
      split: async () => (await import('./tx/split.ts')).split,
      unsplit: async () => (await import('./tx/unsplit.ts')).unsplit,
      approve: async () => (await import('./tx/approve.ts')).approve,
      clear: async () => (await import('./tx/clear.ts')).clear,
      delete: async () => (await import('./tx/delete.ts')).remove,
      restore: async () => (await import('./tx/restore.ts')).restore,
      transfers: async () => (await import('./tx/transfers.ts')).transfers,
      duplicates: async () => (await import('./tx/duplicates.ts')).duplicates,
    },
  },
  categories: {
    summary: 'Categories',
    aliases: ['category'],
    defaultVerb: 'list',
    verbs: {
      list: async () => (await import('./categories/list.ts')).list,
      show: async () => (await import('./categories/show.ts')).show,
      add: async () => (await import('./categories/add.ts')).add,
      rename: async () => (await import('./categories/rename.ts')).rename,
      move: async () => (await import('./categories/move.ts')).move,
      archive: async () => (await import('./categories/archive.ts')).archive,
      unarchive: async () => (await import('./categories/unarchive.ts')).unarchive,
      delete: async () => (await import('./categories/delete.ts')).remove,
    },
    verbAliases: { hide: 'archive', unhide: 'unarchive' },
  },
  groups: {
    summary: 'Groups of categories',
    aliases: ['group'],
    defaultVerb: 'list',
    verbs: {
      list: async () => (await import('./groups/list.ts')).list,
      add: async () => (await import('./groups/add.ts')).add,
      rename: async () => (await import('./groups/rename.ts')).rename,
    },
  },
  merchants: {
    summary: 'Merchants',
    aliases: ['merchant'],
    defaultVerb: 'list',
    verbs: {
      list: async () => (await import('./merchants/list.ts')).list,
      show: async () => (await import('./merchants/show.ts')).show,
      add: async () => (await import('./merchants/add.ts')).add,
      rename: async () => (await import('./merchants/rename.ts')).rename,
      suggest: async () => (await import('./merchants/suggest.ts')).suggest,
      clean: async () => (await import('./merchants/clean.ts')).clean,
      merge: async () => (await import('./merchants/merge.ts')).merge,
      delete: async () => (await import('./merchants/delete.ts')).remove,
    },
  },
  spend: { summary: 'Add money that was spent', load: async () => (await import('./spend.ts')).spend },
  earn: { summary: 'Add money that came in', load: async () => (await import('./earn.ts')).earn },
  import: { summary: 'Import bank files', load: async () => (await import('./import.ts')).importFiles },
  export: {
    summary: 'Write the workspace for other programs',
    load: async () => (await import('./export.ts')).exportWorkspace,
  },
  migrate: {
    summary: 'Move a budget of YNAB, Actual or another program in',
    defaultVerb: 'run',
    argumentPattern: /^(?!(?:run|verify)$)/,
    verbs: {
      run: async () => (await import('./migrate/run.ts')).run,
      verify: async () => (await import('./migrate/verify.ts')).verify,
    },
  },
  imports: {
    summary: 'Earlier imports',
    defaultVerb: 'list',
    verbs: {
      list: async () => (await import('./imports/list.ts')).list,
      show: async () => (await import('./imports/show.ts')).show,
      resume: async () => (await import('./imports/resume.ts')).resume,
      undo: async () => (await import('./imports/undo.ts')).undo,
    },
  },
  layouts: {
    summary: 'Saved file layouts',
    aliases: ['layout'],
    defaultVerb: 'list',
    verbs: {
      list: async () => (await import('./layouts/list.ts')).list,
      show: async () => (await import('./layouts/show.ts')).show,
      delete: async () => (await import('./layouts/delete.ts')).remove,
    },
  },
  history: {
    summary: 'What was changed, and by which command',
    defaultVerb: 'list',
    verbs: {
      list: async () => (await import('./history/list.ts')).list,
      show: async () => (await import('./history/show.ts')).show,
    },
  },
  undo: { summary: 'Take back a change', load: async () => (await import('./undo.ts')).undo },
  redo: { summary: 'Take back an undo', load: async () => (await import('./redo.ts')).redo },
  targets: {
    summary: 'Targets of categories',
    aliases: ['target'],
    defaultVerb: 'list',
    verbs: {
      list: async () => (await import('./targets/list.ts')).list,
      set: async () => (await import('./targets/set.ts')).set,
      clear: async () => (await import('./targets/clear.ts')).clear,
      snooze: async () => (await import('./targets/snooze.ts')).snooze,
    },
  },
  rules: {
    summary: 'Rules that categorize transactions',
    aliases: ['rule'],
    defaultVerb: 'list',
    verbs: {
      list: async () => (await import('./rules/list.ts')).list,
      add: async () => (await import('./rules/add.ts')).add,
      apply: async () => (await import('./rules/apply.ts')).apply,
      remove: async () => (await import('./rules/remove.ts')).remove,
      move: async () => (await import('./rules/move.ts')).move,
    },
  },
  status: { summary: 'The budget at a glance', load: async () => (await import('./status.ts')).status },
  ...setupCommands,
}
