/** Explains the keys of a review, those first that one must know to get through and out. */

const explain = (keys: string, what: string): string => `${keys.padEnd(7)}${what}`

/** Returns the lines of the help on the screen. */
export function listKeyHelp(kind: 'inbox' | 'import'): string[] {
  const isImport = kind === 'import'
  return [
    explain('Enter', 'approves the category after →; at ? it asks'),
    explain('c or /', 'chooses a category: type part of its name'),
    explain('x', isImport ? 'does not import the row' : 'skips the row; it stays in the inbox'),
    explain('u', 'undoes the last step, as often as you like'),
    explain('A', 'approves all sure: by rule, typed, always the same'),
    explain(
      'S',
      isImport
        ? 'imports the rows, including those still waiting'
        : 'sends the decisions; until then they stay here',
    ),
    explain('q', 'quits; run the same command to continue'),
    explain('→ ←', 'shows the rows of a ×9 one by one (·), or together'),
    ...(isImport ? [] : [explain('s', 'splits: category and amount, until nothing is left')]),
    explain('m', isImport ? 'changes the merchant' : 'changes the merchant, here or everywhere'),
    explain('t', 'makes it a transfer from or to another account'),
    explain('n', 'changes the note; if notes differ, adds to each'),
    ...(isImport ? [] : [explain('r', 'makes a rule for waiting rows and future ones')]),
    explain('↑ ↓', 'move; j, k, PgUp, PgDn, Home, End too'),
  ]
}
