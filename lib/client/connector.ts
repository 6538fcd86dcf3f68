import { transport } from '#transport'
import { getOrElse, isSome } from 'fp-ts/lib/Option.js'
import type { Emit } from '../event/eventHub.js'
import type { Connection } from '../http/Connection.js'
import type { ConnectionSettings } from '../http/connectionSettings.js'
import { fractions } from '../http/fractions.js'
import type { Http } from '../http/Http.js'
import { events } from '../http/policies/events.js'
import { retry } from '../http/policies/retry.js'
import { seal } from '../http/policies/seal.js'
import { status } from '../http/policies/status.js'
import { timeout } from '../http/policies/timeout.js'
import type { ServiceInterface } from '../profile/ServiceProfile.js'
import { type ServiceVersion, supports } from '../profile/ServiceVersion.js'

/** What the connections of one client have in common. */
export interface Connector {
  readonly random: () => number
  /** One attempt: events, timeout, status, the sealed transport. */
  readonly attempt: Http
  /** The connection whose attempts, whoever they are for, go out through `asked`. */
  readonly connection: (principal: string, asked: Http, raise: () => void) => Connection
}

/** Makes the connections of one client, all but the policies that are not the same for all of them. */
export const connector = (
  client: object,
  settings: ConnectionSettings,
  version: ServiceVersion,
  profile: Pick<ServiceInterface, 'credentials' | 'versionHeader'>,
  emit: Emit,
): Connector => {
  const { baseUrl, clientId, clock, gateway, maxBodySize, policy, timeout: patience } = settings
  const random = fractions(settings.random)
  const isIdInQuery =
    !isSome(gateway) && profile.credentials === undefined && !supports(version, 'credentialsInHeaders')
  const query = isIdInQuery ? { client_id: clientId } : {}
  const headers = isSome(gateway) ? {} : { [profile.versionHeader]: version.date }
  const wire = seal(getOrElse(() => transport)(settings.http))
  const again = retry(clock, random, emit, settings.retry)
  let requests = 0
  let watchers = 0
  const nextNumber = () => ++requests
  const nextWatcher = () => ++watchers

  return {
    random,
    attempt: events(clock, emit)(timeout(clock)(status(clock)(wire))),
    connection: (principal, asked, raise) => ({
      client,
      principal,
      isNamed: !isSome(gateway),
      http: policy(again(asked)),
      once: policy(asked),
      raise,
      baseUrl,
      headers,
      query,
      timeout: patience,
      maxBodySize,
      clock,
      random,
      emit,
      nextNumber,
      nextWatcher,
    }),
  }
}
