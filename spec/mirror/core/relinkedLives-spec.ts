import { liveRelinks } from '../../helpers/relinkedLives.js'

describe('a mirror of drawn persons who connect banks again, over virtual years', () => {
  it.each([1, 2, 3, 4, 5])(
    'links no wrong accounts, misses at most 1 %% of the unambiguous ones, and shows no row twice: part %i',
    async (part) => {
      const seeds = Array.from({ length: 16 }, (_, index) => 16 * part + index)
      const { counts, missed, ...problems } = await liveRelinks(seeds)
      expect(problems).toEqual({
        ...{ wrongLinks: [], wrongRowLinks: [], rowsTwice: [], rowsLost: [], logDiffers: [], failedRounds: [] },
      })
      expect(missed.length).toBeLessThanOrEqual(1)
      expect(counts.automaticLinks).toBeGreaterThan(10)
      expect(counts.unambiguous).toBeGreaterThan(5)
    },
    60_000,
  )
})
