import { none, some } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { concatMap, defer, finalize, map, NEVER, type Observable, of, config as rxjs, throwError } from 'rxjs'
import {
  type AccessToken,
  type ClientConfig,
  type ClientEvent,
  type Clock,
  createClient,
  createVirtualClock,
  type HttpRequest,
  type HttpResponse,
  isClientError,
  NetworkError,
  reveal,
  type UserClient,
  type VirtualClock,
  wireHeaders,
} from '../../lib/index.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { json, token } from './responses.js'
import { after, counting, type Counts, randomFrom } from './watching.js'

/** What the service says to an authentication: a token of so many milliseconds, an answer, a failure or nothing. */
export type Issue = number | HttpResponse | Error | 'silence'

/** How a world is. */
export interface WorldConfig {
  /** What authentications are answered with, which count from 1; default a token of two hours. */
  readonly issue?: (call: number) => Issue
  /** What the requests of users are answered with; default a 401 to a token that has ended, and else its text. */
  readonly answer?: (bearer: string, request: HttpRequest) => HttpResponse
  /** How long every answer takes; 0 is synchronous. */
  readonly latency?: number
  /** How long the answer to a request of a user takes; default `latency`. */
  readonly delayOf?: (bearer: string) => number
  /** How wrong the machine's clock is at the start. */
  readonly offset?: number
  /** Whether the service says what time it is. */
  readonly saysDate?: boolean
  readonly seed?: number
  readonly client?: Partial<ClientConfig>
}

/** A machine under virtual time, a service elsewhere whose clock is right, and a client of it on the machine. */
export interface World {
  readonly clock: VirtualClock
  /** What time it is. */
  readonly serverTime: () => number
  readonly sleep: VirtualClock['sleep']
  /** Timers that are armed from now on fire at multiples of so many milliseconds alone; 1 ends that. */
  readonly hidden: (align: number) => void
  /** For how long timers were armed. */
  readonly armed: ReadonlyArray<number>
  /** How many listen to the platform's hints. */
  readonly listeners: () => number
  /** When authentications were asked for, by the clock that never jumps. */
  readonly calls: ReadonlyArray<number>
  /** The tokens of the requests of users, in order. */
  readonly bearers: ReadonlyArray<string>
  readonly counts: Counts
  readonly events: ReadonlyArray<ClientEvent>
  readonly user: UserClient
  readonly another: (externalUserId: string) => UserClient
  /** What a subscriber of `token$` sees, as short words. */
  readonly watch: (user?: UserClient) => { readonly seen: ReadonlyArray<string>; readonly leave: () => void }
  /** What a request gets, as short words: the text of its token, or its error. */
  readonly pull: (timeout?: number, got?: Array<string>) => ReadonlyArray<string>
}

/** What users ask here. */
export const insights = {
  operation: 'insights.list',
  method: 'GET' as const,
  path: '/v2/insights',
  access: 'user' as const,
  codec: t.string,
}

/** The network failed. */
export const lost = new NetworkError({
  operation: 'authenticate',
  page: none,
  origin: 'https://bank.example',
  code: some('ECONNRESET'),
})

/** A refusal of the moment, which may say for how many seconds. */
export const busy = (status = 503, retryAfter?: number): HttpResponse =>
  json({}, status, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })

const start = Date.UTC(2026, 0, 15, 12)
const wrongs: Array<string> = []

beforeEach(() => {
  rxjs.onUnhandledError = (error) => wrongs.push(`unhandled: ${String(error)}`)
})

// Whatever a scenario is about: no token that is dead by either clock or the service's is handed out, no two
// authentications of a user are in flight, no error is lost, and no timer is armed that platforms do not keep.
afterEach(() => {
  rxjs.onUnhandledError = null
  expect(wrongs.splice(0)).toEqual([])
})

/** What is wrong with handing out a token now. */
const judge = (clock: Clock, serverTime: () => number) => {
  const ends = new Map<string, readonly [server: number, wall: number, monotonic: number]>()
  return {
    /** The service issued a token for `life` milliseconds, which the machine can know to be `known`. */
    issued: (name: string, life: number, known: number): void => {
      ends.set(name, [serverTime() + life, clock.wall() + known, clock.monotonic() + known])
    },
    hasEnded: (name: string): boolean => (ends.get(name)?.[0] ?? 0) <= serverTime(),
    handedOut: (name: string): void => {
      const [, wall = 0, monotonic = 0] = ends.get(name) ?? []
      if (wall <= clock.wall() || monotonic <= clock.monotonic()) wrongs.push(`${name} handed out, dead by a clock`)
    },
  }
}

const nameOf = ({ access_token }: AccessToken): string => reveal(access_token)

export const createWorld = ({
  issue = () => 7_200_000,
  answer,
  latency = 0,
  delayOf = () => latency,
  offset = 0,
  saysDate = false,
  seed = 1,
  client: config = {},
}: WorldConfig = {}): World => {
  const inner = createVirtualClock({ start: start + offset })
  const armed: Array<number> = []
  let align = 1
  let slept = 0
  const schedule: Clock['scheduler']['schedule'] = (work, ms = 0, state) => {
    armed.push(ms)
    if (ms > 2 ** 31 - 1) wrongs.push(`a timer for ${String(ms)} ms`)
    const due = Math.ceil((inner.monotonic() + ms) / align) * align
    return inner.scheduler.schedule(work, align === 1 ? ms : due - inner.monotonic(), state as never)
  }
  let listeners = 0
  const wakeUp$ = defer(() => {
    listeners++
    return inner.wakeUp$.pipe(finalize(() => listeners--))
  })
  const clock: VirtualClock = { ...inner, wakeUp$, scheduler: { now: inner.wall, schedule } }
  const serverTime = () => start + clock.monotonic() + slept
  const judged = judge(clock, serverTime)

  const calls: Array<number> = []
  const bearers: Array<string> = []
  let issued = 0
  // A clock that is slow, by a service that does not say so, cannot be seen through: 401s are the cure of that.
  const knows = saysDate || offset === 0
  const issueTo = (given: number): HttpResponse => {
    const name = `T${String(++issued)}`
    judged.issued(name, given, knows ? given : serverTime() + given - clock.wall())
    const date = saysDate ? { date: new Date(serverTime()).toUTCString() } : {}
    return token(name, serverTime() + given, date)
  }
  const settle = (given: Issue): Observable<HttpResponse> => {
    if (given === 'silence') return NEVER
    if (given instanceof Error) return throwError(() => given)
    return of(typeof given === 'number' ? issueTo(given) : given)
  }
  const respond = (request: HttpRequest): readonly [Issue, number] => {
    if (request.url.endsWith('/authenticate')) return [issue(calls.push(clock.monotonic())), latency]
    const bearer = wireHeaders(request).Authorization?.replace('Bearer ', '') ?? 'nobody'
    bearers.push(bearer)
    judged.handedOut(bearer)
    const own = answer?.(bearer, request)
    return [own ?? (judged.hasEnded(bearer) ? busy(401) : json(bearer)), delayOf(bearer)]
  }
  // The token is issued when the service answers, half of the way before its client hears of it.
  const { http, counts } = counting((request) =>
    defer(() => {
      const [given, time] = respond(request)
      if (time === 0) return settle(given)
      const half = after(inner, time / 2)
      return half.pipe(
        concatMap(() => settle(given)),
        concatMap((response) => half.pipe(map(() => response))),
      )
    }),
  )
  const { events$, user: another } = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'id',
    clientSecret: 'secret',
    random: randomFrom(seed),
    http,
    clock,
    ...config,
  })
  const events: Array<ClientEvent> = []
  events$.subscribe((event) => events.push(event))
  const user = another({ externalUserId: 'A6J' })
  const failed = (error: unknown): string =>
    isClientError(error) && error._tag === 'StatusError' ? String(error.status) : String(error)

  return {
    clock,
    serverTime,
    sleep: (ms, isCounted = false) => {
      if (!isCounted) slept += ms
      clock.sleep(ms, isCounted)
    },
    hidden: (ms) => {
      align = ms
    },
    armed,
    listeners: () => listeners,
    calls,
    bearers,
    counts,
    events,
    user,
    another: (externalUserId) => another({ externalUserId }),
    watch: ({ token$ } = user) => {
      const seen: Array<string> = []
      const subscription = token$.subscribe({
        next: (given) => {
          judged.handedOut(nameOf(given))
          seen.push(nameOf(given))
        },
        error: (error: unknown) => seen.push(failed(error)),
        complete: () => seen.push('complete'),
      })
      return { seen, leave: () => subscription.unsubscribe() }
    },
    pull: (timeout = 30_000, got = []) => {
      user.send(insights, { timeout }).subscribe({
        next: (bearer) => got.push(bearer),
        error: (error: unknown) => got.push(failed(error)),
      })
      return got
    },
  }
}

/** Pulls `every` so many milliseconds for some time; what all of them got so far, and what those that wait will get. */
export const pulling = (
  { clock, pull }: World,
  time: number,
  every: number,
  timeout?: number,
): ReadonlyArray<string> => {
  const got: Array<string> = []
  for (let past = 0; past < time; past += every) {
    pull(timeout, got)
    clock.advance(every)
  }
  return got
}

/** The shortest time between two of these moments. */
export const closest = (moments: ReadonlyArray<number>): number =>
  Math.min(...moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0)))

/** The most of these moments in any such span. */
export const busiest = (moments: ReadonlyArray<number>, span: number): number =>
  Math.max(...moments.map((first) => moments.filter((moment) => moment >= first && moment < first + span).length))
