import { isLeft } from 'fp-ts/lib/Either.js'
import { identity } from 'fp-ts/lib/function.js'
import { concatMap, NEVER, Observable, tap, throwError } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import { admit, bearerOf, type RoutedRequest, tokenAgeOf } from './admit.js'
import { type ApiVersion, createApiVersions } from './apiVersions.js'
import { alterResponse, effectsOf, lowerCaseHeaders, replacementDelivery, withReorderedKeys } from './applyFault.js'
import type { CustomApiVersion } from './CustomApiVersion.js'
import { ConnectionLost, type Delivery } from './Delivery.js'
import type { Fault } from './Fault.js'
import type { createFaults, FaultPlan } from './faults.js'
import type { createJournal, OpenEntry } from './journal.js'
import {
  chooseRoute,
  createRouter,
  type FaultEffects,
  matchingNames,
  type PlacedOperation,
  placeRoutes,
} from './router.js'
import { operations } from './sandboxOperations.js'
import type { SandboxResponse } from './SandboxResponse.js'
import type { UserState } from './sandboxUsers.js'
import type { State } from './State.js'
import type { WireRequest } from './WireRequest.js'
import { isoTime } from './World.js'

/** Converts a response to the format of an API version: removes later fields, and, before beta 3, milliseconds. */
const toApiVersionFormat = (
  { missingFields, hasMilliseconds }: ApiVersion,
  answer: SandboxResponse,
): SandboxResponse => {
  if (answer.body === '' || (missingFields.length === 0 && hasMilliseconds)) return answer
  const revive = (field: string, value: unknown): unknown => {
    if (missingFields.includes(field)) return undefined
    return !hasMilliseconds && field.endsWith('_at') && typeof value === 'string'
      ? value.replace(/\.\d{3}Z$/, 'Z')
      : value
  }
  return { ...answer, body: JSON.stringify(JSON.parse(answer.body, revive)) }
}

/** Answers a request as the service does. */
const respond = (
  state: State,
  routed: RoutedRequest<PlacedOperation>,
  effects: FaultEffects,
  noteUser: (user: UserState) => void,
): SandboxResponse => {
  const admitted = admit(state, routed)
  if (isLeft(admitted)) return admitted.left
  const { match, apiVersion } = admitted.right
  const { request } = routed
  const parameters = new URLSearchParams(request.query)
  return toApiVersionFormat(
    apiVersion,
    match.route.answer({ ...admitted.right, state, request, parameters, effects, noteUser }),
  )
}

const securityHeaders = {
  'x-frame-options': 'DENY',
  'x-xss-protection': '1; mode=block',
  'content-security-policy': "default-src 'self'; img-src https://images.sandbox.invalid",
}

/**
 * The headers with the remaining limit of a user or, without a user, of the application, in dialects that send them. The
 * reset time is in whole seconds.
 */
const limitHeadersOf = ({ dialect, limiter }: State, user: UserState | undefined): SandboxResponse['headers'] => {
  const remaining = dialect.sendsLimits === true ? limiter.remaining(user?.index) : undefined
  if (remaining === undefined) return {}
  return {
    'ratelimit-limit': String(remaining.limit),
    'ratelimit-remaining': String(remaining.remaining),
    'ratelimit-reset': isoTime(Math.ceil(remaining.resetAt / 1000) * 1000).replace('.000Z', 'Z'),
  }
}

/**
 * The headers of all responses: `Date` if `time` is defined, and security headers if the API version has them.
 */
const commonHeaders = (apiVersion: ApiVersion | undefined, time: number | undefined): SandboxResponse['headers'] => ({
  ...(time === undefined ? {} : { date: new Date(time).toUTCString() }),
  'cache-control': 'no-cache, no-store',
  ...(apiVersion?.hasSecurityHeaders === false ? {} : securityHeaders),
})

/**
 * Handles a request, and passes the response to `deliver`.
 *
 * Cold. Emits the values of `deliver`; the first value means that the client has received the response. Errors with
 * `ConnectionLost` if a fault ends the connection. Unsubscribing before the first value is journalled as `aborted`.
 */
export type Exchange = <A>(request: WireRequest, deliver: (delivery: Delivery) => Observable<A>) => Observable<A>

/** The parts of a sandbox that an exchange needs. */
export interface ExchangeConfig {
  readonly state: State
  readonly customApiVersion: CustomApiVersion | undefined
  readonly clock: Clock
  readonly faults: ReturnType<typeof createFaults>
  readonly open: ReturnType<typeof createJournal>['open']
}

const sumOfModifiers = (plan: FaultPlan, value: (fault: Fault) => number): number =>
  plan.modifiers.reduce((sum, fault) => sum + value(fault), 0)

const latency = (plan: FaultPlan, side: 'request' | 'response'): number =>
  sumOfModifiers(plan, (fault) => (fault.kind === 'latency' && (fault.side ?? 'request') === side ? fault.ms : 0))

/** Applies the faults that add headers or reorder keys. */
const applyModifiers = (plan: FaultPlan, answer: SandboxResponse): SandboxResponse => {
  const ordered = plan.modifiers.some(({ kind }) => kind === 'keys-reordered') ? withReorderedKeys(answer) : answer
  const added = plan.modifiers.map((fault) => (fault.kind === 'headers' ? lowerCaseHeaders(fault.headers) : {}))
  return { ...ordered, headers: Object.assign({}, ordered.headers, ...added) as SandboxResponse['headers'] }
}

const skewOf = (plan: FaultPlan): number => sumOfModifiers(plan, (fault) => (fault.kind === 'skew' ? fault.ms : 0))

/** Creates the function that handles the requests of a sandbox: it journals them, applies faults, and answers. */
export const createExchange = ({ state, customApiVersion, clock, faults, open }: ExchangeConfig): Exchange => {
  const { dialect, profile } = state
  const router = createRouter<PlacedOperation>(
    customApiVersion?.routes ?? placeRoutes(profile, operations, dialect.publicClientPaths),
  )
  const apiVersionOf = createApiVersions(profile, customApiVersion?.apiVersion, dialect.otherVersionHeader)
  const formatError = customApiVersion?.formatError ?? identity
  const versions = customApiVersion?.apiVersion.name ?? 'a date, YYYY-MM-DD'

  const withOverrides = (match: RoutedRequest['match'], answer: SandboxResponse): SandboxResponse =>
    match === undefined ? answer : state.overrides.applyTo(match.name, answer)

  const serve = (routed: RoutedRequest<PlacedOperation>, plan: FaultPlan, { set }: OpenEntry): Delivery => {
    const { request, apiVersion } = routed
    const { main } = plan
    const skew = skewOf(plan)
    if (main?.kind === 'rows-inserted') bearerOf(state, request)?.ledger.insert(main.count)
    const replacement = main && replacementDelivery(main, formatError)
    const serviceResponse = () =>
      withOverrides(
        routed.match,
        formatError(
          respond(state, routed, { ...effectsOf(main), skew }, ({ uuid }) => {
            set({ userUuid: uuid })
          }),
        ),
      )
    const applyMainFault = (answer: SandboxResponse): Delivery => {
      const delivery = alterResponse(main, request, answer)
      if (delivery.answer !== answer) plan.noteChange()
      return delivery
    }
    const delivery = replacement ?? applyMainFault(serviceResponse())
    const hasDate = !plan.modifiers.some(({ kind }) => kind === 'no-date')
    const common = {
      ...commonHeaders(apiVersion, hasDate ? state.world.now() + skew : undefined),
      ...(replacement ? {} : limitHeadersOf(state, bearerOf(state, request))),
    }
    const answer = applyModifiers(plan, delivery.answer)
    return { ...delivery, answer: { ...answer, headers: { ...common, ...answer.headers } } }
  }

  const runAfter = <A>(ms: number, run: () => Observable<A>): Observable<A> =>
    ms === 0 ? run() : delay(clock, ms).pipe(concatMap(run))

  const exchangeWithFaults = <A>(
    routed: RoutedRequest<PlacedOperation>,
    plan: FaultPlan,
    entry: OpenEntry,
    deliver: (delivery: Delivery) => Observable<A>,
  ): Observable<A> => {
    if (plan.main?.kind === 'silence') return NEVER
    return runAfter(latency(plan, 'request'), () => {
      if (plan.main?.kind === 'disconnect') return throwError(() => new ConnectionLost())
      const delivery = serve(routed, plan, entry)
      const status = delivery.cut ? 'disconnected' : delivery.answer.status
      return runAfter(latency(plan, 'response'), () => deliver(delivery).pipe(tap(() => entry.end(status))))
    })
  }

  return (request, deliver) =>
    new Observable((subscriber) => {
      const apiVersion = apiVersionOf(request)
      const matches = router(request.path)
      const match = chooseRoute(matches, request, apiVersion)
      const entry = open(request, match?.name ?? 'unknown', bearerOf(state, request)?.uuid)
      // `end` ignores further calls, so this marks only requests that have not ended.
      subscriber.add(() => {
        entry.end('aborted')
      })
      const names = match === undefined ? [] : matchingNames(matches, request)
      const plan = faults.plan({ entry: entry.entry, names, tokenAge: () => tokenAgeOf(state, request) })
      entry.set({ faults: [...plan.modifiers, ...(plan.main ? [plan.main] : [])].map(({ kind }) => kind) })
      exchangeWithFaults({ request, match, apiVersion, versions }, plan, entry, deliver)
        .pipe(tap({ error: () => entry.end('disconnected') }))
        .subscribe(subscriber)
    })
}
