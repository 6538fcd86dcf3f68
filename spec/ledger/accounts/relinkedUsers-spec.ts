import { matchAccounts } from '../../../lib/accounts.js'
import { relinkedUser } from '../../helpers/relinkedUser.js'
import { toSides } from '../../helpers/relinks.js'

describe('matchAccounts, for 10,000 drawn users who connected banks again', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'matches no wrong accounts, and at least 99 %% of the unambiguous ones, of thousand %i',
    (thousand) => {
      const counts = { links: 0, duplicates: 0, unambiguous: 0, missed: 0 }
      const wrong: Array<string> = []
      for (let seed = thousand * 1000 - 999; seed <= thousand * 1000; seed++) {
        const { before, after, truth, unambiguous } = relinkedUser(seed)
        const { links, duplicates } = matchAccounts(toSides(before, after))
        for (const { id, from, to } of [...links, ...duplicates])
          if (truth.get(from) !== truth.get(to)) wrong.push(`${String(seed)}: ${id}`)
        const found = new Set(links.map(({ id }) => id))
        counts.links += links.length
        counts.duplicates += duplicates.length
        counts.unambiguous += unambiguous.size
        counts.missed += Array.from(unambiguous).filter((id) => !found.has(id)).length
      }
      expect(wrong).toEqual([])
      expect(counts.links).toBeGreaterThan(1000)
      expect(counts.duplicates).toBeGreaterThan(250)
      expect(counts.unambiguous).toBeGreaterThan(800)
      expect(counts.missed / counts.unambiguous).toBeLessThanOrEqual(0.01)
    },
  )
})
