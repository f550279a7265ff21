/** Finds a schedule by its name, its id or an end of that. */

import type { Schedule } from '../../contract/operations/schedules.ts'
import { type EntityLookup, findByName } from './find-by-name.ts'
import type { NameIndex } from './resolve-name.ts'

const scheduleLookup: EntityLookup<Schedule> = {
  singular: 'schedule',
  plural: 'schedules',
  qualifiedName: ({ name, amount }) => (amount === null ? name : `${name} ${amount}`),
  isRetired: () => false,
  matchesSubstring: true,
  creationHint: '; to add one: budget schedules add 1450 Landlord Rent --every month --on 1',
}

/** The fewest characters of a schedule's reference, the end of its id. */
export const SCHEDULE_REFERENCE_LENGTH = 2

/** Finds a schedule: by its name, its name and amount, its id or an end of that. */
export async function findSchedule(names: NameIndex, text: string): Promise<Schedule> {
  const end = text.toUpperCase()
  const referred =
    end.length < SCHEDULE_REFERENCE_LENGTH
      ? []
      : (await names.schedules()).filter(({ id }) => id.toUpperCase().endsWith(end))
  return referred.length === 1 && referred[0]
    ? referred[0]
    : findByName(scheduleLookup, names.schedules, text)
}
