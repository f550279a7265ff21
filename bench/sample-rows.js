/** Bank rows that look like a household's: a fixed sequence, the same at every run. */

const shops = [
  'Corner Bakery',
  'Green Grocer',
  'City Transit',
  'Book Barn',
  'Harbour Cafe',
  'Hardware House',
  'Cinema Nova',
]
const towns = ['Springfield', 'Riverton', 'Lakeside', 'Hillview', 'Old Town']
const DAY = 86_400_000

/** Lines `MM/DD/YYYY,"description",amount`: `count` rows over the ten years before 2026-11-20, newest last. */
export function* householdRows(count) {
  const first = Date.UTC(2016, 10, 20)
  for (let row = 0; row < count; row++) {
    const [year, month, day] = new Date(first + Math.floor((row / count) * 3652) * DAY)
      .toISOString()
      .slice(0, 10)
      .split('-')
    const shop = shops[row % shops.length]
    const town = towns[(row * 7) % towns.length]
    const cents = (row * 7919) % 20_000
    const income = row % 50 === 0
    const amount = income
      ? `2${String(row % 1000).padStart(3, '0')}.00`
      : `-${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
    const description = income ? 'Salary ACME Inc' : `${shop}, ${town} #${row % 97}`
    yield `${month}/${day}/${year},"${description}",${amount}`
  }
}
