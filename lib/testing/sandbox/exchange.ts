import { identity } from 'fp-ts/lib/function.js'
import { concatMap, NEVER, Observable, tap, throwError } from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { delay } from '../../base/clock/delay.js'
import { type Asked, bearerOf, tokenAgeOf } from './admit.js'
import { altered, effectsOf, replacement, withReorderedKeys } from './applyFault.js'
import type { OwnStage } from './CustomStage.js'
import { ConnectionLost, type Delivery } from './Delivery.js'
import type { Fault } from './Fault.js'
import type { createFaults, Plan } from './faults.js'
import type { createJournal, OpenEntry } from './journal.js'
import { commonHeaders, limitHeadersOf, respond } from './respond.js'
import { chooseRoute, createRouter, fitting, placeRoutes } from './router.js'
import type { Answer } from './SandboxAnswer.js'
import type { AnsweredRoute } from './SandboxOperation.js'
import { operations } from './sandboxOperations.js'
import { createStages } from './stages.js'
import type { State } from './State.js'
import type { WireRequest } from './WireRequest.js'

/**
 * Handles a request, and passes the answer to `deliver`.
 *
 * Cold. Emits what `deliver` emits; the first value means that the client has received the answer. Errors with
 * `ConnectionLost` if a fault ends the connection. Unsubscribing before the first value is journalled as `aborted`.
 */
export type Exchange = <A>(request: WireRequest, deliver: (delivery: Delivery) => Observable<A>) => Observable<A>

/** The parts of a sandbox that an exchange needs. */
export interface ExchangeConfig {
  readonly state: State
  readonly own: OwnStage | undefined
  readonly clock: Clock
  readonly faults: ReturnType<typeof createFaults>
  readonly open: ReturnType<typeof createJournal>['open']
}

const total = (plan: Plan, value: (fault: Fault) => number): number =>
  plan.modifiers.reduce((sum, fault) => sum + value(fault), 0)

const latency = (plan: Plan, side: 'request' | 'answer'): number =>
  total(plan, (fault) => (fault.kind === 'latency' && (fault.side ?? 'request') === side ? fault.ms : 0))

/** Adds the headers of faults, and reorders keys if a fault says so. */
const modified = (plan: Plan, answer: Answer): Answer => {
  const ordered = plan.modifiers.some(({ kind }) => kind === 'keys-reordered') ? withReorderedKeys(answer) : answer
  const added = plan.modifiers.flatMap((fault) => (fault.kind === 'headers' ? Object.entries(fault.headers) : []))
  const headers = Object.fromEntries(added.map(([name, value]) => [name.toLowerCase(), value]))
  return { ...ordered, headers: { ...ordered.headers, ...headers } }
}

const skewOf = (plan: Plan): number => total(plan, (fault) => (fault.kind === 'skew' ? fault.ms : 0))

/** Creates the function that handles the requests of a sandbox: it journals them, applies faults, and answers. */
export const createExchange = ({ state, own, clock, faults, open }: ExchangeConfig): Exchange => {
  const { dialect, profile } = state
  const router = createRouter<AnsweredRoute>(own?.routes ?? placeRoutes(profile, operations, dialect.otherPaths))
  const stageOf = createStages(profile, own?.stage, dialect.otherVersionHeader)
  const inForm = own?.inForm ?? identity
  const versions = own?.stage.name ?? 'a date, YYYY-MM-DD'

  const overridden = (match: Asked['match'], answer: Answer): Answer =>
    match === undefined ? answer : state.overrides.applyTo(match.name, answer)

  const serve = (asked: Asked<AnsweredRoute>, plan: Plan, { set }: OpenEntry): Delivery => {
    const { request, stage } = asked
    const { main } = plan
    const skew = skewOf(plan)
    if (main?.kind === 'rows-inserted') bearerOf(state, request)?.ledger.insert(main.count)
    const replaced = main && replacement(main, inForm)
    const ofService = () =>
      overridden(
        asked.match,
        inForm(
          respond(state, asked, { ...effectsOf(main), skew }, ({ uuid }) => {
            set({ userUuid: uuid })
          }),
        ),
      )
    const edit = (answer: Answer): Delivery => {
      const delivery = altered(main, request, answer)
      if (delivery.answer !== answer) plan.noteChange()
      return delivery
    }
    const served = replaced ?? edit(ofService())
    const isDated = !plan.modifiers.some(({ kind }) => kind === 'no-date')
    const common = {
      ...commonHeaders(stage, isDated ? state.world.now() + skew : undefined),
      ...(replaced ? {} : limitHeadersOf(state, bearerOf(state, request))),
    }
    const answer = modified(plan, served.answer)
    return { ...served, answer: { ...answer, headers: { ...common, ...answer.headers } } }
  }

  const after = <A>(ms: number, go: () => Observable<A>): Observable<A> =>
    ms === 0 ? go() : delay(clock, ms).pipe(concatMap(go))

  const travel = <A>(
    asked: Asked<AnsweredRoute>,
    plan: Plan,
    entry: OpenEntry,
    deliver: (delivery: Delivery) => Observable<A>,
  ): Observable<A> => {
    if (plan.main?.kind === 'silence') return NEVER
    return after(latency(plan, 'request'), () => {
      if (plan.main?.kind === 'disconnect') return throwError(() => new ConnectionLost())
      const delivery = serve(asked, plan, entry)
      const status = delivery.cut ? 'disconnected' : delivery.answer.status
      return after(latency(plan, 'answer'), () => deliver(delivery).pipe(tap(() => entry.end(status))))
    })
  }

  return (request, deliver) =>
    new Observable((subscriber) => {
      const stage = stageOf(request)
      const found = router(request.path)
      const match = chooseRoute(found, request, stage)
      const entry = open(request, match?.name ?? 'unknown', bearerOf(state, request)?.uuid)
      subscriber.add(() => {
        entry.end('aborted')
      })
      const names = match === undefined ? [] : fitting(found, request)
      const plan = faults.plan({ entry: entry.entry, names, tokenAge: () => tokenAgeOf(state, request) })
      entry.set({ faults: [...plan.modifiers, ...(plan.main ? [plan.main] : [])].map(({ kind }) => kind) })
      travel({ request, match, stage, versions }, plan, entry, deliver)
        .pipe(tap({ error: () => entry.end('disconnected') }))
        .subscribe(subscriber)
    })
}
