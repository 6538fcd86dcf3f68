import { defer, EMPTY, filter, ignoreElements, Observable, type OperatorFunction, Subject, take } from 'rxjs'

/**
 * The flow control of one subscription. It counts the values that were sent and that the reader has not acknowledged
 * yet.
 */
export interface Credit {
  readonly outstanding: () => number
  /** Emits whenever the reader has acknowledged values. */
  readonly taken$: Observable<unknown>
  /** Counts a value that is sent. */
  readonly sent: () => void
  /** Counts values that the reader has acknowledged; returns `false` if there are more than were sent. */
  readonly take: (count: number) => boolean
}

/** Creates the credit of one subscription. */
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

/** Completes when all values that were sent are acknowledged. */
export const allTaken = ({ outstanding, taken$ }: Credit): Observable<never> =>
  defer(() => {
    const isIdle = () => outstanding() === 0
    return isIdle() ? EMPTY : taken$.pipe(filter(isIdle), take(1), ignoreElements())
  })

/** How many values may be sent and buffered, and what happens to further ones. */
export interface Waiting<A> {
  /** How many values may be sent without being acknowledged. */
  readonly window: number
  /** How many values are buffered; beyond that the oldest is dropped. */
  readonly capacity: number
  /** Makes a value that is emitted in place of `count` dropped ones; by default none is. */
  readonly gap?: (count: number) => A
}

/**
 * Emits values while the reader's acknowledgements allow it, and buffers the others; the subscriber counts each value
 * as sent. Completes after all buffered values.
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
        const replacement = gap(missed)
        missed = 0
        return replacement
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
