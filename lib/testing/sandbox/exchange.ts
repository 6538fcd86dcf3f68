import { identity } from 'fp-ts/lib/function.js'
import { concatMap, NEVER, Observable, tap, throwError } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import { bearerOf, type RoutedRequest, tokenAgeOf } from './admit.js'
import { createApiVersions } from './apiVersions.js'
import { alterResponse, effectsOf, replacementDelivery, withReorderedKeys } from './applyFault.js'
import type { CustomApiVersion } from './CustomApiVersion.js'
import { ConnectionLost, type Delivery } from './Delivery.js'
import type { Fault } from './Fault.js'
import type { createFaults, FaultPlan } from './faults.js'
import type { createJournal, OpenEntry } from './journal.js'
import { commonHeaders, limitHeadersOf, respond } from './respond.js'
import { chooseRoute, createRouter, matchingNames, type PlacedOperation, placeRoutes } from './router.js'
import { operations } from './sandboxOperations.js'
import type { SandboxResponse } from './SandboxResponse.js'
import type { State } from './State.js'
import type { WireRequest } from './WireRequest.js'

/**
 * Handles a request, and passes the answer to `deliver`.
 *
 * Cold. Emits the values of `deliver`; the first value means that the client has received the answer. Errors with
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

const latency = (plan: FaultPlan, side: 'request' | 'answer'): number =>
  sumOfModifiers(plan, (fault) => (fault.kind === 'latency' && (fault.side ?? 'request') === side ? fault.ms : 0))

/** Applies the faults that add headers or reorder keys. */
const applyModifiers = (plan: FaultPlan, answer: SandboxResponse): SandboxResponse => {
  const ordered = plan.modifiers.some(({ kind }) => kind === 'keys-reordered') ? withReorderedKeys(answer) : answer
  const addedHeaders = plan.modifiers.flatMap((fault) =>
    fault.kind === 'headers' ? Object.entries(fault.headers) : [],
  )
  const headers = Object.fromEntries(addedHeaders.map(([name, value]) => [name.toLowerCase(), value]))
  return { ...ordered, headers: { ...ordered.headers, ...headers } }
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
      return runAfter(latency(plan, 'answer'), () => deliver(delivery).pipe(tap(() => entry.end(status))))
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
