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
  const found = new Map<string, Score>()
  for (const { fits } of operations)
    for (const { profile, decodes, unknown, missing, differing } of fits) {
      const { undecoded, differences } = found.get(profile) ?? { undecoded: 0, differences: 0 }
      found.set(profile, {
        undecoded: undecoded + (decodes ? 0 : 1),
        differences: differences + unknown + missing + differing,
      })
    }
  return found
}

/** The smallest difference of the scores that is reported: a field more or less proves nothing. */
const minDifference = 4

/** The profile whose codecs fit the answers best, unless it is in use. */
export const betterProfile = (
  operations: ReadonlyArray<OperationReport>,
  currentProfile: string,
): BetterFit | undefined => {
  const all = scores(operations)
  const own = all.get(currentProfile)
  if (own === undefined) return undefined
  const ranked = Array.from(all).sort(
    ([, one], [, other]) => one.undecoded - other.undecoded || one.differences - other.differences,
  )
  const [profile, best] = ranked[0] ?? [currentProfile, own]
  if (best.undecoded < own.undecoded) return { profile, isNeeded: true }
  return best.undecoded === own.undecoded && own.differences >= best.differences * 2 + minDifference
    ? { profile, isNeeded: false }
    : undefined
}
