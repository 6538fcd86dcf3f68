import { matchAccounts } from '../../../lib/accounts.js'
import { relinkedUser } from '../../helpers/relinkedUser.js'
import { toSides } from '../../helpers/relinks.js'

describe('matchAccounts, for 10,000 drawn users who connected banks again', () => {
  it('links no wrong accounts, and at least 99 % of the unambiguous ones', () => {
    const counts = { links: 0, duplicates: 0, candidates: 0, unambiguous: 0, missed: 0 }
    const wrong: Array<string> = []
    const missed: Array<string> = []
    for (let seed = 1; seed <= 1000; seed++) {
      const { before, after, truth, unambiguous } = relinkedUser(seed)
      const { links, duplicates, candidates } = matchAccounts(toSides(before, after))
      for (const { id, from, to } of [...links, ...duplicates])
        if (truth.get(from) !== truth.get(to)) wrong.push(`${String(seed)}: ${id}`)
      const found = new Set(links.map(({ id }) => id))
      const lost = Array.from(unambiguous).filter((id) => !found.has(id))
      missed.push(...lost.map((id) => `${String(seed)}: ${id}`))
      counts.links += links.length
      counts.duplicates += duplicates.length
      counts.candidates += candidates.length
      counts.unambiguous += unambiguous.size
    }
    console.log(counts, missed.length, missed.slice(0, 20), wrong.slice(0, 20), wrong.length)
    expect(wrong).toEqual([])
    expect(counts.unambiguous).toBeGreaterThan(10_000)
    expect(missed.length / counts.unambiguous).toBeLessThanOrEqual(0.01)
  })
})
