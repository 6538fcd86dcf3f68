import { concatMap, defer, from, map, type Observable, take } from 'rxjs'
import { createClient } from '../../client/createClient.js'
import { bridge2018 } from '../../service/bridge/bridge2018.js'
import { bridge2021 } from '../../service/bridge/bridge2021.js'
import { bridge2025 } from '../../service/bridge/bridge2025.js'
import type { ServiceProfile } from '../../service/profile/ServiceProfile.js'
import type { DiagnoseConfig } from './diagnosisSettings.js'
import { isUnderstood } from './DiagnosisState.js'
import type { OperationReport } from './DoctorReport.js'
import { materializeAttempt } from './examine.js'

/**
 * A profile that fits the responses better than the one in use; `isNeeded` if the one in use fails to decode some of
 * them.
 */
interface BetterFit {
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

/** The profile whose codecs fit the responses best, unless it is in use. */
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

const bridgeNames: ReadonlySet<string> = new Set([bridge2018.name, bridge2021.name, bridge2025.name])

/** Whether two profiles are versions of one service's API: they have the same header, or both are in `rxbank/bridge`. */
export const isSameService = (a: ServiceProfile, b: ServiceProfile): boolean =>
  a.versionHeader === b.versionHeader || (bridgeNames.has(a.name) && bridgeNames.has(b.name))

/**
 * Requests banks as other profiles would, each with its header and version; emits the profiles that the service answers
 * successfully. The application's secret is sent only to the same service: a profile with another header may be for
 * another service.
 *
 * - `all`: the version in use was refused, or its paths are not there, so all other profiles are tried.
 * - `same service`: the version in use was accepted, so only its other API versions are tried.
 */
export const otherProfiles = (
  { baseUrl, clientId, clientSecret, serviceVersion, profile, profiles, clock }: DiagnoseConfig,
  http: DiagnoseConfig['http'],
  scope: 'all' | 'same service',
): Observable<ServiceProfile> => {
  const isSameApi = (other: ServiceProfile): boolean => isSameService(other, profile)
  const isInUse = (other: ServiceProfile): boolean =>
    other.versionHeader === profile.versionHeader && (other.serviceVersion ?? '2021-06-01') === serviceVersion
  const isTried = (other: ServiceProfile): boolean => !isInUse(other) && (isSameApi(other) || scope === 'all')
  const tryProfile = (other: ServiceProfile): Observable<ReadonlyArray<ServiceProfile>> => {
    const secret = isSameApi(other) && clientSecret !== undefined ? { clientSecret } : {}
    // `createClient` throws if the base URL ends with a root of the other profile; that profile is then skipped.
    const page$ = defer(() =>
      createClient({ baseUrl, clientId, ...secret, profile: other, http, clock, retry: { count: 0 } }).banks.pages({
        limit: 1,
      }),
    )
    return materializeAttempt(page$.pipe(take(1)), clock).pipe(map(({ end }) => (isUnderstood(end) ? [other] : [])))
  }
  return from(profiles.filter(isTried)).pipe(
    concatMap(tryProfile),
    concatMap((answer$) => answer$),
  )
}
