import type { OperationReport } from './DoctorReport.js'

/**
 * A profile that fits the answers better than the one in use; `isNeeded` if the one in use fails to decode some of
 * them.
 */
export interface BetterFit {
  readonly profile: string
  readonly isNeeded: boolean
}

interface Score {
  readonly undecoded: number
  readonly differences: number
}

const scores = (operations: ReadonlyArray<OperationReport>): ReadonlyMap<string, Score> => {
  const totals = new Map<string, Score>()
  for (const { fits } of operations)
    for (const { profile, decodes, unknown, missing, differing } of fits) {
      const { undecoded, differences } = totals.get(profile) ?? { undecoded: 0, differences: 0 }
      totals.set(profile, {
        undecoded: undecoded + (decodes ? 0 : 1),
        differences: differences + unknown + missing + differing,
      })
    }
  return totals
}

/** The minimum difference of the scores that is reported, because one field more or less proves nothing. */
const minDifference = 4

/** The profile whose codecs fit the answers best, unless it is in use. */
export const betterProfile = (
  operations: ReadonlyArray<OperationReport>,
  currentProfile: string,
): BetterFit | undefined => {
  const scoresByProfile = scores(operations)
  const current = scoresByProfile.get(currentProfile)
  if (current === undefined) return undefined
  const ranked = Array.from(scoresByProfile).sort(
    ([, a], [, b]) => a.undecoded - b.undecoded || a.differences - b.differences,
  )
  const [profile, best] = ranked[0] ?? [currentProfile, current]
  if (best.undecoded < current.undecoded) return { profile, isNeeded: true }
  return best.undecoded === current.undecoded && current.differences >= best.differences * 2 + minDifference
    ? { profile, isNeeded: false }
    : undefined
}
