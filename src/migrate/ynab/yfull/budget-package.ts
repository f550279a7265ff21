/** Finds the newest state of a budget among the files of YNAB 4: what a device saved whole, and changes since. */

import { UserError } from '../../../contract/errors.ts'
import { decodeFileStart, decodeSourceFile } from '../../../tables/records/csv-records.ts'
import { EXPORT_AGAIN, getFileName, type SourceFile } from '../../../tables/source-file.ts'
import { type JsonRecord, parseRecord, readRecord, readText } from '../../json-record.ts'
import { readList } from '../json/json-fields.ts'
import { collectEntities, type Ynab4Entities } from './ynab4-entities.ts'

// A whole budget begins with one of its lists, in any order; the other JSON files of a package do not.
const WHOLE_BUDGET =
  /^\s*\{\s*"(?:transactions|scheduledTransactions|monthlyBudgets|masterCategories|payees|accounts|accountMappings|budgetMetaData|fileMetaData)"\s*:/
const ENTITY = /"entity(?:Version|Type)"\s*:/

/** True for the file in which YNAB 4 saves a whole budget, `Budget.yfull`. */
export function isYnab4Budget(file: SourceFile): boolean {
  const text = decodeFileStart(file)
  return WHOLE_BUDGET.test(text) && ENTITY.test(text)
}

/** A budget of YNAB 4 as the newest files have it. */
export interface Ynab4Package {
  /** The whole budget of the device that knows most. */
  budget: JsonRecord
  entities: Ynab4Entities
  /** The name of the folder that YNAB 4 keeps the budget in. */
  name: string | undefined
  /** How many changes of other devices, which no whole budget has yet, were added. */
  addedChanges: number
}

/**
 * Returns the newest state of the budget.
 * @throws UserError if there is no budget, or more than one
 */
export function readYnab4Package(files: readonly SourceFile[]): Ynab4Package {
  const candidates = findWholeBudgets(files)
  let newest: { file: SourceFile; budget: JsonRecord; knowledge: Knowledge } | undefined
  for (const file of candidates) {
    const budget = parseRecord(decodeSourceFile(file), { place: getFileName(file), hint: EXPORT_AGAIN })
    const knowledge = parseKnowledge(readText(readRecord(budget, 'fileMetaData'), 'currentKnowledge'))
    if (!newest || countVersions(knowledge) > countVersions(newest.knowledge))
      newest = { file, budget, knowledge }
  }
  if (!newest)
    throw new UserError('invalid', 'The files are not a YNAB 4 budget: there is no Budget.yfull', {
      hint: 'Use the folder NAME.ynab4 that YNAB 4 keeps the budget in, or a zip of it',
    })
  const { budget, file, knowledge } = newest
  const entities = collectEntities(budget)
  const folder = getDataFolder(file)
  const changes = readChanges(
    files.filter(({ path }) => path.startsWith(folder)),
    knowledge,
  )
  for (const record of changes) entities.replace(record)
  return { budget, entities, name: findName(file), addedChanges: changes.length }
}

const removeLastPart = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** Returns the folder that holds those of all devices: `NAME.ynab4/data1~1234ABCD/`. */
function getDataFolder({ path }: SourceFile): string {
  const folder = removeLastPart(removeLastPart(path))
  return folder === '' ? '' : `${folder}/`
}

const META_NAME = 'Budget.ymeta'

/** Returns the whole budgets of one package; where its metadata names the folder of the data, only those in it. */
function findWholeBudgets(files: readonly SourceFile[]): SourceFile[] {
  const found = files.filter(isYnab4Budget)
  const metadata = files.filter((file) => getFileName(file) === META_NAME)
  const named = metadata.map((file) => {
    const folder = removeLastPart(file.path)
    const record = parseRecord(decodeSourceFile(file), { place: file.path, hint: EXPORT_AGAIN })
    const data = readText(record, 'relativeDataFolderName')
    return `${folder === '' ? '' : `${folder}/`}${data}/`
  })
  const budgets =
    named.length > 0 ? found.filter(({ path }) => named.some((folder) => path.startsWith(folder))) : found
  const folders = new Set(budgets.map(getDataFolder))
  if (folders.size < 2) return budgets
  throw new UserError('invalid', `There are several budgets: ${[...folders].toSorted().join(', ')}`, {
    hint: 'Use the folder or the zip of one budget',
  })
}

// The folder is called `Home.ynab4`, or `Home~1234ABCD.ynab4`.
const PACKAGE_NAME = /(?:^|\/)([^/]+?)(?:~[0-9A-F]{8})?\.ynab4\//i

const findName = ({ path }: SourceFile): string | undefined => PACKAGE_NAME.exec(path)?.[1]

/** The last version of each device that a file knows. */
type Knowledge = ReadonlyMap<string, number>

/** Reads `A-108,B-12`. */
const parseKnowledge = (text: string): Knowledge =>
  new Map(
    text.split(',').flatMap((part): [string, number][] => {
      const [, device, version] = /^\s*([A-Za-z]+)-(\d{1,12})\s*$/.exec(part) ?? []
      return device === undefined ? [] : [[device, Number(version)]]
    }),
  )

const countVersions = (knowledge: Knowledge): number =>
  [...knowledge.values()].reduce((sum, version) => sum + version, 0)

const CHANGES = /"endVersion"\s*:\s*"([^"]{1,400})"/

/** Returns the changes that a whole budget does not know yet, the oldest first. */
function readChanges(files: readonly SourceFile[], known: Knowledge): JsonRecord[] {
  return files
    .filter(({ path }) => path.endsWith('.ydiff'))
    .flatMap((file) => {
      const text = decodeSourceFile(file)
      const end = parseKnowledge(CHANGES.exec(text)?.[1] ?? '')
      const isKnown = [...end].every(([device, version]) => version <= (known.get(device) ?? 0))
      return isKnown ? [] : [{ file, text, end }]
    })
    .toSorted((a, b) => countVersions(a.end) - countVersions(b.end))
    .flatMap(({ file, text }) => {
      const changes = parseRecord(text, { place: getFileName(file), hint: EXPORT_AGAIN })
      return readList(changes, 'items')
    })
}
