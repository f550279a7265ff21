/** Fills a workspace with something of every kind, and lists the command lines that change it. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createCliHarness, type RunResult } from '../../support/cli-harness.ts'
import { splitShellWords } from '../../transcripts/transcript.ts'

/**
 * The command lines that are tried, by command: done, undone, redone and undone again. TXN, OTHER and SPLIT are ids
 * of transactions, MOVED of one side of a transfer, GONE of a deleted one, IMP of an import.
 */
export const undone: Readonly<Record<string, readonly string[]>> = {
  'accounts add': [
    'accounts add Purse --type banking_cash',
    'accounts add Purse --type banking_cash --balance 20 --balance-date 2026-10-01 --notes blue',
    // The first credit card brings the group of the payment categories.
    'accounts add Amex --type credit_credit_card --balance -50',
  ],
  'accounts edit': ['accounts edit Savings --name Reserve --notes x'],
  'accounts close': ['accounts close Checking --yes', 'accounts close Visa --yes'],
  'accounts reconcile': [
    'accounts reconcile Savings --balance 130 --finish',
    'accounts reconcile Savings --balance 140 --date 2026-11-20 --adjust --finish --yes',
  ],
  'accounts reopen': ['accounts reopen Old'],
  'accounts delete': ['accounts delete Empty --yes'],
  'month assign': ['month assign Groceries 50', 'month assign Groceries=+5 Rent=0 --month last'],
  'month move': ['month move 10 --from Groceries --to Transport', 'month move 10 --from Groceries --to rta'],
  'month cover': ['month cover --all --from rta', 'month cover Household --from Groceries'],
  'month fund': ['month fund --all'],
  'month copy': ['month copy last --yes'],
  'month sweep': ['month sweep --all --yes', 'month sweep Groceries --yes'],
  'tx add': [
    'tx add -5 Bakery Groceries --account Checking',
    'tx add -5 "New Shop" Rent --account Visa',
    'tx add --account Checking --split Rent=-3 --split Groceries=-1 --split rta=-1',
    'tx add --stdin --account Checking',
  ],
  spend: ['spend 4.50 Bakery Groceries --account Checking', 'spend 5 "New Shop" --account Visa'],
  earn: ['earn 20 Employer --account Checking', 'earn 5 Bakery Groceries --account Visa'],
  'tx transfer': ['tx transfer 5 --from Checking --to Savings', 'tx transfer 5 --from Checking --to Visa'],
  'tx edit': [
    'tx edit TXN --category Rent --notes x',
    'tx edit TXN OTHER --merchant Butcher',
    'tx edit TXN --amount -80 --date 2026-10-02 --account Visa --yes',
    'tx edit MOVED --amount -7 --yes',
    'tx edit --max -20 --set-category Rent --yes',
  ],
  'tx split': ['tx split TXN Rent=-2 --rest Groceries', 'tx split SPLIT Rent=-1 --rest rta'],
  'tx unsplit': ['tx unsplit SPLIT --category Groceries --yes'],
  'tx approve': ['tx approve TXN', 'tx approve --all'],
  review: ['review --apply decisions.jsonl'],
  'tx clear': ['tx clear PENDING --yes', 'tx clear --account Checking --yes'],
  'tx delete': ['tx delete TXN SPLIT --yes', 'tx delete MOVED --yes', 'tx delete --until 2026-10-31 --yes'],
  'tx restore': ['tx restore GONE'],
  'tx duplicates': ['tx duplicates --apply 1 --yes', 'tx duplicates --apply all --yes'],
  'tx transfers': ['tx transfers --apply 1 --yes', 'tx transfers --apply all --yes'],
  'categories add': ['categories add Books --group Everyday'],
  'categories rename': ['categories rename Rent Housing'],
  'categories move': ['categories move Transport --group Goals'],
  'categories reorder': [
    'categories reorder Transport --first',
    'categories reorder Groceries --after Transport',
    'categories reorder Groceries --last',
  ],
  'categories archive': ['categories archive Holidays'],
  'categories unarchive': ['categories unarchive Insurance'],
  'categories delete': [
    'categories delete Rent --move-to Groceries --yes',
    'categories delete Groceries --yes',
  ],
  'categories merge': ['categories merge Rent Transport --into Groceries --yes'],
  'groups add': ['groups add Fun'],
  'groups rename': ['groups rename Goals Dreams'],
  'groups reorder': ['groups reorder Goals --last', 'groups reorder Everyday --before Goals'],
  'groups delete': ['groups delete Spare', 'groups delete Emptied'],
  'merchants add': ['merchants add Cinema'],
  'merchants rename': ['merchants rename Bakery Baker'],
  'merchants merge': ['merchants merge Bakery Kiosk --into Butcher --yes'],
  'merchants suggest': ['merchants suggest --apply all --yes'],
  'merchants clean': ['merchants clean --apply all --yes', 'merchants clean --apply all --layout all --yes'],
  'merchants delete': ['merchants delete Bakery --yes', 'merchants delete Bakery --move-to Butcher --yes'],
  import: [
    'import bank.csv --account Checking --accept',
    'import bank.csv --account Savings --accept --catchup',
  ],
  // A new account, group, category and merchant, and rows for an account that is here.
  'migrate update': ['migrate update Home moved.csv --conflicts there --yes'],
  'targets set': [
    'targets set Rent --kind monthly_refill --amount 900',
    'targets set Transport --kind weekly_refill --amount 5 --weekday 1',
  ],
  'targets clear': ['targets clear Transport'],
  'targets snooze': ['targets snooze Transport'],
  'rules add': ['rules add --merchant Bakery --category Rent'],
  'rules remove': ['rules remove 1'],
  'rules move': ['rules move 2 1'],
  'rules apply': ['rules apply --recategorize --yes', 'rules apply 1 --recategorize --period 2026-11 --yes'],
  'schedules add': [
    'schedules add 9 Butcher Rent --account Checking --every month --on 2',
    'schedules add full --account Checking --to Visa --every month --on 28',
  ],
  'schedules edit': ['schedules edit Kiosk 9 --on 3 --from 2027-01', 'schedules edit Kiosk 7 --once'],
  'schedules post': ['schedules post Kiosk --date today', 'schedules post Kiosk'],
  'schedules skip': ['schedules skip Kiosk', 'schedules skip Kiosk --until 2027-03'],
  'schedules pause': ['schedules pause Kiosk'],
  'schedules resume': ['schedules resume Gym'],
  'schedules match': ['schedules match Kiosk TXN'],
  'schedules unmatch': ['schedules unmatch POSTED'],
  'schedules suggest': ['schedules suggest --apply all'],
  'schedules delete': ['schedules delete Kiosk --yes', 'schedules delete Dentist --yes'],
  api: ['api POST /merchants -F name=Tailor', 'api DELETE /transactions/TXN'],
}

const setupLines = [
  'accounts add Checking --type banking_checking --balance 1000 --balance-date 2026-10-01',
  'accounts add Savings --type banking_savings --balance 50',
  'accounts add Visa --type credit_credit_card',
  'accounts add Old --type banking_cash',
  'accounts close Old --yes',
  'accounts add Empty --type banking_cash',
  'categories archive Insurance',
  'merchants add Butcher',
  'groups add Spare',
  'groups add Emptied',
  'categories add Gone --group Emptied',
  'categories delete Gone --yes',
  'month assign Groceries=100 Rent=300 Household=0 --month 2026-10',
  'month assign Groceries=20',
  'tx add -8 Kiosk Household --account Checking',
  'tx add -30 Bakery Groceries --account Visa',
  'tx transfer 10 --from Checking --to Visa',
  'targets set Transport --kind monthly_refill --amount 10',
  'rules add --merchant Bakery --category Groceries',
  'rules add --merchant-contains kiosk --category Household',
  'import first.csv --account Checking --accept',
  'schedules add 8 Kiosk Household --account Checking --every month --on 1 --from 2026-12-01',
  'schedules add 20 Gym --account Checking --every month --on 1 --from 2026-12-01',
  'schedules pause Gym',
  'schedules add 33 Dentist --account Checking --every month --on 1 --from 2026-12-01',
  ...['2026-08-03', '2026-09-03', '2026-10-03', '2026-11-03'].map(
    (date) => `tx add -9.99 Streaming Rent --account Visa --date ${date}`,
  ),
  // A double of a row of the file, two sides of a transfer, and two spellings of a shop.
  'tx add -11 Florist Household --account Checking --date 2026-10-31',
  'tx add -75 "Transfer to Savings" --uncategorized --account Checking --date 2026-11-05',
  'tx add 75 "From Checking" --uncategorized --account Savings --date 2026-11-06',
  'tx add -4 "Hardware World" Household --account Visa',
  'tx add -6 "POS DEBIT HARDWARE WORLD #0042" Household --account Visa',
]

/** A filled workspace, and what runs command lines on it. */
export interface FilledCli {
  folder: string
  run: (line: string) => Promise<RunResult>
  /** Runs a line that must succeed, and returns its output. */
  runOk: (line: string) => Promise<string>
  close: () => void
}

/** Creates the workspace; in command lines, words such as TXN stand for the ids of its transactions. */
export async function createFilledCli(): Promise<FilledCli> {
  const cli = createCliHarness()
  const ids: Record<string, string> = {}
  const run = (line: string) =>
    cli.budget(
      splitShellWords(Object.entries(ids).reduce((text, [word, id]) => text.replaceAll(word, id), line))
        .words,
      { stdin: 'rows.ndjson' },
    )
  const runOk = async (line: string): Promise<string> => {
    const { code, stdout, stderr } = await run(line)
    expect({ line, code, stderr: code === 0 ? '' : stderr }).toEqual({ line, code: 0, stderr: '' })
    return stdout
  }
  writeFileSync(
    join(cli.folder, 'first.csv'),
    'Date,Payee,Amount\n2026-11-01,Florist,-11.00\n2026-11-02,Bakery,-2.00\n',
  )
  writeFileSync(
    join(cli.folder, 'bank.csv'),
    'Date,Payee,Amount\n2026-11-05,Bakery,-3.00\n2026-11-06,New Shop,-4.50\n2026-11-07,Employer,100.00\n',
  )
  writeFileSync(join(cli.folder, 'rows.ndjson'), '{"date":"2026-11-02","amount":"-1"}\n')
  writeFileSync(
    join(cli.folder, 'moved.csv'),
    'Date,Account,Payee,Category,Amount\n2026-10-05,Checking,Kiosk,Groceries,-3.33\n2026-10-06,Wallet,Fair,Games,-4.44\n',
  )
  await runOk('init --name Home --currency EUR')
  for (const line of setupLines) await runOk(line)
  const create = async (line: string): Promise<string> =>
    (await runOk(`${line} --format ids`)).split('\n')[0] ?? ''
  ids['TXN'] = await create('tx add -5 Bakery Rent --account Checking --review-status needs_review')
  ids['OTHER'] = await create('tx add -6 Bakery Groceries --account Checking')
  ids['SPLIT'] = await create('tx add --account Checking --split Rent=-3 --split Groceries=-2')
  ids['MOVED'] = await create('tx transfer 5 --from Checking --to Savings')
  ids['GONE'] = await create('tx add -9 Bakery Groceries --account Checking')
  ids['PENDING'] = await create('tx add -2 Bakery Groceries --account Checking --status pending')
  ids['POSTED'] = JSON.parse(await runOk('schedules post Dentist --json')).transactions[0].id
  const decision = { id: ids['TXN'], category: 'Groceries', merchant: 'Baker', notes: 'rolls' }
  writeFileSync(join(cli.folder, 'decisions.jsonl'), `${JSON.stringify(decision)}\n`)
  await runOk('tx delete GONE --yes')
  ids['IMP'] = JSON.parse(await runOk('imports list --json'))[0].id
  return { folder: cli.folder, run, runOk, close: () => cli.close() }
}
