import { concatMap, from, map, type Observable, take } from 'rxjs'
import { type Client, createClient, type ServiceProfile } from '../../index.js'
import type { DiagnoseConfig } from './DiagnoseConfig.js'
import { tried } from './examine.js'

/**
 * Asks for banks as other profiles would, each with its header and version; emits the names of those that the service
 * answers. Only the id of the application is sent.
 */
export const otherProfiles = (
  { baseUrl, clientId, profile, profiles, clock }: DiagnoseConfig,
  http: DiagnoseConfig['http'],
): Observable<string> => {
  const isOther = (other: ServiceProfile): boolean =>
    other.versionHeader !== profile.versionHeader || other.serviceVersion !== profile.serviceVersion
  const ask = (other: ServiceProfile): Observable<ReadonlyArray<string>> => {
    const client: Client = createClient({ baseUrl, clientId, profile: other, http, clock, retry: { count: 0 } })
    return tried(client.banks.pages({ limit: 1 }).pipe(take(1)), clock).pipe(
      map(({ ended }) => (ended.outcome === 'answered' || ended.outcome === 'undecoded' ? [other.name] : [])),
    )
  }
  return from(profiles.filter(isOther)).pipe(
    concatMap(ask),
    concatMap((names) => names),
  )
}
