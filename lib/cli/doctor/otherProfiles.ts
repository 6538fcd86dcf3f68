import { concatMap, defer, from, map, type Observable, take } from 'rxjs'
import { createClient } from '../../client/createClient.js'
import type { ServiceProfile } from '../../service/profile/ServiceProfile.js'
import type { DiagnoseConfig } from './DiagnoseConfig.js'
import { materializeAttempt } from './examine.js'
import { isUnderstood } from './isAttempted.js'
import { isSameService } from './isSameService.js'

/**
 * Requests banks as other profiles would, each with its header and version; emits the profiles that the service answers
 * successfully. The application's secret is sent only to the same service: a profile with another header may be for
 * another service.
 *
 * - `all`: the version in use was refused, so all other profiles are tried.
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
