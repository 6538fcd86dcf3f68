import { defer, EMPTY, filter, ignoreElements, Observable, type OperatorFunction, Subject, take } from 'rxjs'

/** How many values of a subscription are on their way, or with a reader who has not taken them yet. */
export interface Credit {
  readonly outstanding: () => number
  /** Emits whenever some were taken. */
  readonly taken$: Observable<unknown>
  /** One more is on its way. */
  readonly sent: () => void
  /** The reader has taken so many; answers whether that can be. */
  readonly take: (count: number) => boolean
}

/** The credit of one subscription. */
export const createCredit = (): Credit => {
  const taken = new Subject<void>()
  let outstanding = 0
  return {
    outstanding: () => outstanding,
    taken$: taken,
    sent: () => {
      outstanding++
    },
    take: (count) => {
      if (count > outstanding) return false
      outstanding -= count
      taken.next()
      return true
    },
  }
}

/** Completes when all that was sent is taken. */
export const allTaken = ({ outstanding, taken$ }: Credit): Observable<never> =>
  defer(() => {
    const isIdle = () => outstanding() === 0
    return isIdle() ? EMPTY : taken$.pipe(filter(isIdle), take(1), ignoreElements())
  })

/** What becomes of values that a reader has no credit for. */
export interface Waiting<A> {
  /** Values on their way at the same time. */
  readonly window: number
  /** Values that wait; the oldest makes room for a newer one. */
  readonly capacity: number
  /** What stands for those that made room, so many of them; without it they are passed over. */
  readonly gap?: (count: number) => A
}

/**
 * Lets values through as a reader has credit for them; whoever subscribes counts each as sent. The end comes after all
 * that waits.
 */
export const withCredit =
  <A>(credit: Credit, { window, capacity, gap }: Waiting<A>): OperatorFunction<A, A> =>
  (source) =>
    new Observable((subscriber) => {
      const waiting: Array<A> = []
      let missed = 0
      let end: (() => void) | undefined

      const nextOf = (): A => {
        if (missed === 0 || gap === undefined) return waiting.shift() as A
        const told = gap(missed)
        missed = 0
        return told
      }

      const pass = (): void => {
        while (waiting.length > 0 && credit.outstanding() < window && !subscriber.closed) subscriber.next(nextOf())
        if (waiting.length === 0) end?.()
      }

      subscriber.add(credit.taken$.subscribe(pass))
      subscriber.add(
        source.subscribe({
          next: (value) => {
            waiting.push(value)
            pass()
            if (waiting.length > capacity) {
              waiting.shift()
              missed++
            }
          },
          error: (error: unknown) => {
            end = () => {
              subscriber.error(error)
            }
            pass()
          },
          complete: () => {
            end = () => {
              subscriber.complete()
            }
            pass()
          },
        }),
      )
    })
