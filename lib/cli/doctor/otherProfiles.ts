import { concatMap, from, map, type Observable, take } from 'rxjs'
import { type Client, createClient, type ServiceProfile } from '../../index.js'
import type { DiagnoseConfig } from './DiagnoseConfig.js'
import { tried } from './examine.js'

/**
 * Asks for banks as other profiles would, each with its header and version; emits those that the service answers.
 *
 * - `instead`: the version in use is refused: all are tried, with the id of the application alone, for it may be another
 *   service.
 * - `beside`: the version in use is accepted: its other stages are tried, those that have the same header.
 */
export const otherProfiles = (
  { baseUrl, clientId, clientSecret, profile, profiles, clock }: DiagnoseConfig,
  http: DiagnoseConfig['http'],
  purpose: 'instead' | 'beside',
): Observable<ServiceProfile> => {
  const isAsked = (other: ServiceProfile): boolean =>
    purpose === 'beside'
      ? other.versionHeader === profile.versionHeader && other.serviceVersion !== profile.serviceVersion
      : other.versionHeader !== profile.versionHeader || other.serviceVersion !== profile.serviceVersion
  const secret = purpose === 'beside' && clientSecret !== undefined ? { clientSecret } : {}
  const ask = (other: ServiceProfile): Observable<ReadonlyArray<ServiceProfile>> => {
    const client: Client = createClient({
      baseUrl,
      clientId,
      ...secret,
      profile: other,
      http,
      clock,
      retry: { count: 0 },
    })
    return tried(client.banks.pages({ limit: 1 }).pipe(take(1)), clock).pipe(
      map(({ ended }) => (ended.outcome === 'answered' || ended.outcome === 'undecoded' ? [other] : [])),
    )
  }
  return from(profiles.filter(isAsked)).pipe(
    concatMap(ask),
    concatMap((answered) => answered),
  )
}
