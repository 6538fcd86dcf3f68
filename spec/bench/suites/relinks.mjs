/** A bank that is connected again, in a mirror on SQLite: what its 10,000 rows cost under new ids, against the first time. */
import { createClient, documentedProfile, redact } from 'rxbank'
import { createMirror } from 'rxbank/sqlite'
import { firstRound, relink, relinkCandidates } from '../harness/relinkedUser.mjs'

export const comparisons = ({ quick }) => {
  const count = quick ? 1000 : 10_000
  return [
    {
      suite: `relinks: ${count.toLocaleString('en')} rows on SQLite`,
      unit: 's of CPU',
      reference: firstRound,
      rounds: 5,
      warmUp: 1,
      candidates: relinkCandidates({ createClient, createMirror, documentedProfile, redact }, count),
      bars: [{ name: relink, most: 2, of: 'value' }],
    },
  ]
}
