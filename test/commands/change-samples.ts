/** One command line for every command that changes a workspace, and the reasons why other commands cannot be undone. */

const txn = (number: string): string => `txn_0YAWN1JYQK4PF5T400000000${number}`

/**
 * Command lines on the workspace of test/store/old-workspace.ts, by command. The last line of each is the sample; the
 * lines before it make what it changes.
 */
export const changeSamples: Readonly<Record<string, readonly string[]>> = {
  'accounts add': ['accounts add Cash --type banking_cash --balance 12.50 --balance-date 2026-11-02'],
  'accounts close': ['accounts close Savings --yes'],
  'accounts delete': ['accounts add Cash --type credit_credit_card', 'accounts delete Cash --yes'],
  'accounts edit': ['accounts edit Visa --name Mastercard --notes gold'],
  'accounts reopen': ['accounts reopen Oldbank'],
  api: [`api PATCH /transactions/${txn('0J')} -F notes=x`],
  'categories add': ['categories add Pets --group Fun'],
  'categories archive': ['categories archive Gifts Holidays'],
  'categories delete': ['categories delete Groceries --move-to Restaurants --yes'],
  'categories move': ['categories move Groceries --group Fun'],
  'categories rename': ['categories rename Groceries Food'],
  'categories unarchive': ['categories unarchive Hobbies'],
  'groups add': ['groups add Savings'],
  'groups rename': ['groups rename Fun Joy'],
  import: ['import rows.csv --account Visa --accept --no-invert'],
  'imports undo': ['imports undo girokonto --yes'],
  'merchants add': ['merchants add Baker'],
  'merchants delete': ['merchants delete Aldi --move-to Supermarket --yes'],
  'merchants merge': ['merchants merge Kiosk Streaming --into Supermarket --yes'],
  'merchants rename': ['merchants rename Kiosk "Kiosk am Eck"'],
  'month assign': ['month assign Groceries=1 Gifts=-2 --month 2026-10'],
  'month copy': ['month copy 2026-10 --to 2026-12'],
  'month cover': ['month cover --all --from rta --month 2026-11'],
  'month fund': ['month fund --all --month 2026-11'],
  'month move': ['month move 30 --from Groceries --to Gifts --month 2026-10'],
  'rules add': ['rules add --merchant Kiosk --category Gifts'],
  'rules move': ['rules move 1 3'],
  'rules remove': ['rules remove 1'],
  'targets clear': ['targets clear Holidays'],
  'targets set': ['targets set Groceries --kind monthly_refill --amount 5'],
  'targets snooze': ['targets snooze Groceries --month 2026-11'],
  'tx add': [
    'tx add -30 "New shop" --account Visa --date 2026-10-02 --split Groceries=-10 --split Gifts=-20',
  ],
  'tx approve': ['tx approve --all --account Visa'],
  'tx clear': [`tx clear ${txn('0K')}`],
  'tx delete': [`tx delete ${txn('13')} ${txn('0M')} ${txn('0C')} --yes`],
  'tx edit': [
    `tx edit ${txn('0J')} ${txn('0N')} --date 2026-09-02 --amount -1 --category Gifts --account Girokonto`,
  ],
  'tx restore': [`tx restore ${txn('0V')} ${txn('17')}`],
  'tx split': [`tx split ${txn('0J')} Gifts=-1 --rest Groceries`],
  'tx transfer': ['tx transfer 70 --from Girokonto --to Visa --date 2026-09-30'],
  'tx unsplit': [`tx unsplit ${txn('0M')} --category Groceries`],
}
