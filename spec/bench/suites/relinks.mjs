/** A bank that is connected again, in a mirror on SQLite: what its 10,000 rows cost under new ids, against the first time. */
import { DatabaseSync } from '@photostructure/sqlite'
import { createClient, documentedProfile, redact } from 'rxbank'
import { createMirror } from 'rxbank/sqlite'
import { steppingClock } from '../harness/provenUser.mjs'
import { relinkedRounds } from '../harness/relinkedUser.mjs'
import { timed } from '../harness/timed.mjs'

const [first, again] = ['the first round', 'a relink']

const expectLinked = (database, table, count) => {
  const { linked } = database.prepare(`SELECT count(*) AS linked FROM rxbank_${table}`).get()
  if (linked !== count) throw new Error(`${linked} of ${count} ${table}`)
}

/** The seconds of CPU that a relink of so many rows takes; `of`: the first round or the relink. */
const sampleOf = (count, of) => async () => {
  const database = new DatabaseSync(':memory:')
  const clock = steppingClock()
  const mirror = createMirror({ database, clock })
  const rounds = relinkedRounds({ createClient, documentedProfile, redact }, mirror, clock, count)
  const [, firstCpu] = await timed(rounds.first)
  if (of === first) return firstCpu / 1000
  const [, cpu] = await timed(rounds.relink)
  expectLinked(database, 'account_links', 8)
  expectLinked(database, 'row_links', count)
  return cpu / 1000
}

export const comparisons = ({ quick }) => {
  const count = quick ? 1000 : 10_000
  return [
    {
      suite: `relinks: ${count.toLocaleString('en')} rows on SQLite`,
      unit: 's of CPU',
      reference: first,
      rounds: 5,
      warmUp: 1,
      candidates: [first, again].map((name) => ({ name, sample: sampleOf(count, name) })),
      bars: [{ name: again, most: 2, of: 'value' }],
    },
  ]
}
