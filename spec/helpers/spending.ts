import { Observable, type Subscriber } from 'rxjs'
import { createVirtualClock } from '../../lib/base/clock/virtualClock.js'
import { RequestNotSent } from '../../lib/base/error/RequestNotSent.js'
import type { ClientEvent } from '../../lib/base/event/ClientEvent.js'
import { eventHub } from '../../lib/base/event/eventHub.js'
import { type Budget, budget, type BudgetConfig } from '../../lib/http/budget/budget.js'
import type { HttpRequest } from '../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../lib/http/HttpResponse.js'
import { httpRequest } from './httpRequest.js'
import { json } from './responses.js'

/** One request of a budget: what came of it, in words, and the means to answer it while it is in flight. */
export interface Spender {
  readonly name: string
  readonly seen: Array<string>
  readonly unsubscribe: () => void
  readonly answer: () => void
  readonly fail: (error: unknown) => void
}

/** Who asks, for what. */
export interface Ask {
  readonly name?: string
  readonly principal?: string
  readonly access?: HttpRequest['access']
  readonly operation?: string
  readonly priority?: HttpRequest['priority']
  readonly number?: number
  readonly runNow$?: Observable<unknown>
  readonly onWait?: (milliseconds: number) => void
}

const inWords = (error: unknown): string =>
  error instanceof RequestNotSent
    ? `withheld: ${error.reason} ${'value' in error.retryAfter ? String(error.retryAfter.value) : '-'}`
    : String(error)

/** A budget over a service that answers when it is told to; `sent` has what left, and when. */
export const spending = ({
  limits = {},
  maxWaiting = 10_000,
  random = () => 0.5,
}: Partial<BudgetConfig> & { readonly random?: () => number } = {}) => {
  const clock = createVirtualClock()
  const { events$, emit } = eventHub(clock)
  const events: Array<ClientEvent> = []
  events$.subscribe((event) => events.push(event))
  const make = budget(clock, random, emit, { limits, maxWaiting })
  const policies = new Map<string, Budget>()
  const of = (principal: string): Budget => {
    const policy = policies.get(principal) ?? make(principal)
    policies.set(principal, policy)
    return policy
  }
  const sent: Array<string> = []
  const aborted: Array<string> = []
  let asked = 0

  const ask = ({ name = `r${String(++asked)}`, principal = 'somebody', ...request }: Ask = {}): Spender => {
    const seen: Array<string> = []
    let flight: Subscriber<HttpResponse> | undefined
    const http = of(principal)(
      () =>
        new Observable((subscriber) => {
          sent.push(`${name} ${String(clock.monotonic())}`)
          flight = subscriber
          return () => {
            if (flight !== undefined) aborted.push(name)
          }
        }),
    )
    const subscription = http(httpRequest({ access: 'user', ...request })).subscribe({
      next: () => seen.push('answer'),
      error: (error) => seen.push(inWords(error)),
    })
    const inFlight = (): Subscriber<HttpResponse> => {
      if (flight === undefined) throw new Error(`${name} is not in flight`)
      const ending = flight
      flight = undefined
      return ending
    }
    return {
      name,
      seen,
      unsubscribe: () => {
        subscription.unsubscribe()
      },
      answer: () => {
        const ending = inFlight()
        ending.next(json({}))
        ending.complete()
      },
      fail: (error) => {
        inFlight().error(error)
      },
    }
  }

  const budgetEvents = () => events.filter((event) => event._tag === 'BudgetChanged')

  return { clock, ask, sent, aborted, events: budgetEvents, of }
}
