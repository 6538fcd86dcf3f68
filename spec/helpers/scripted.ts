import { isRight } from 'fp-ts/lib/Either.js'
import { defer, finalize, isObservable, type Observable, of, tap, throwError } from 'rxjs'
import { accessToken } from '../../lib/codec.js'
import {
  type AccessToken,
  type Client,
  type ClientConfig,
  type ClientEvent,
  createClient,
  createVirtualClock,
  type HttpRequest,
  type HttpResponse,
  type UserClient,
  type VirtualClock,
} from '../../lib/index.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import type { Delivery } from './lists.js'
import { type Counts, randomFrom } from './watching.js'

/** What a scripted service says to its request number `call`, from 0. */
export type Answer = (request: HttpRequest, call: number) => HttpResponse | Error | Observable<HttpResponse>

/** A request as the service saw it. */
export interface Asked {
  /** The address without its origin. */
  readonly path: string
  /** When, by the clock that never jumps. */
  readonly at: number
}

/** A whole client, with every policy, of a service that answers by a script, under virtual time. */
export interface Scripted {
  readonly clock: VirtualClock
  readonly client: Client
  /** A user whose token is given, and does not expire. */
  readonly user: UserClient
  readonly asked: ReadonlyArray<Asked>
  /** The addresses alone. */
  readonly paths: () => ReadonlyArray<string>
  readonly counts: Counts
  readonly events: ReadonlyArray<ClientEvent>
}

const decoded = accessToken.decode({
  access_token: 'a-token',
  expires_at: '9999-12-31T00:00:00.000Z',
  user: { uuid: 'c2a26c9e-dc23-4f67-b887-bbae0f26c415', external_user_id: 'A6J' },
})

/** A token for as long as a spec may run. */
export const lastingToken = (): AccessToken => {
  if (isRight(decoded)) return decoded.right
  throw new Error('it is no token')
}

/** The wall clock at the beginning. */
export const begin = Date.UTC(2026, 0, 15, 12)

export const scripted = (answer: Answer, config: Partial<ClientConfig> = {}): Scripted => {
  const clock = createVirtualClock({ start: begin })
  const asked: Array<Asked> = []
  const counts = { started: 0, answered: 0, failed: 0, aborted: 0, inFlight: 0, mostInFlight: 0 }
  const http = (request: HttpRequest) =>
    defer(() => {
      let isOpen = true
      const settle = (end: 'answered' | 'failed' | 'aborted') => () => {
        if (!isOpen) return
        isOpen = false
        counts.inFlight--
        counts[end]++
      }
      counts.started++
      counts.mostInFlight = Math.max(counts.mostInFlight, ++counts.inFlight)
      const path = request.url.slice(new URL(request.url).origin.length)
      const answered = answer(request, asked.push({ path, at: clock.monotonic() }) - 1)
      const response = isObservable(answered)
        ? answered
        : answered instanceof Error
          ? throwError(() => answered)
          : of(answered)
      return response.pipe(tap({ next: settle('answered'), error: settle('failed') }), finalize(settle('aborted')))
    })
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'an-application',
    clientSecret: 'a-secret',
    clock,
    random: randomFrom(1),
    http,
    ...config,
  })
  const events: Array<ClientEvent> = []
  client.events$.subscribe((event) => events.push(event))
  return {
    clock,
    client,
    user: client.user({ token$: of(lastingToken()) }),
    asked,
    paths: () => asked.map(({ path }) => path),
    counts,
    events,
  }
}

/** The same answers, at once or later; see `transports` of `lists.ts`. */
export const delivered =
  (script: (request: HttpRequest) => HttpResponse, delivery: Delivery): Answer =>
  (request) =>
    of(script(request)).pipe(delivery)
