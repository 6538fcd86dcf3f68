import { defer, EMPTY, filter, ignoreElements, Observable, type OperatorFunction, Subject, take } from 'rxjs'

/**
 * The flow control of one subscription. It counts the sent values that the reader has not acknowledged yet.
 */
export interface FlowControl {
  readonly outstanding: () => number
  /** Emits whenever the reader has acknowledged values. */
  readonly acknowledged$: Observable<unknown>
  /** Counts a value that is sent. */
  readonly countSent: () => void
  /** Counts acknowledged values. Returns `false`, and counts none, if `count` exceeds the unacknowledged ones. */
  readonly acknowledge: (count: number) => boolean
}

/** Creates the flow control of one subscription. */
export const createFlowControl = (): FlowControl => {
  const acknowledgements = new Subject<void>()
  let outstanding = 0
  return {
    outstanding: () => outstanding,
    acknowledged$: acknowledgements,
    countSent: () => {
      outstanding++
    },
    acknowledge: (count) => {
      if (count > outstanding) return false
      outstanding -= count
      acknowledgements.next()
      return true
    },
  }
}

/** Completes when all sent values are acknowledged. */
export const allAcknowledged = ({ outstanding, acknowledged$ }: FlowControl): Observable<never> =>
  defer(() => {
    const isIdle = () => outstanding() === 0
    return isIdle() ? EMPTY : acknowledged$.pipe(filter(isIdle), take(1), ignoreElements())
  })

/** How many values may be sent and buffered, and what happens to further ones. */
export interface FlowLimits<A> {
  /** How many values may be sent without being acknowledged. */
  readonly window: number
  /** How many values are buffered; beyond that the oldest is dropped. */
  readonly capacity: number
  /** Creates a value that replaces `count` dropped ones; default: nothing replaces them. */
  readonly replaceDropped?: (count: number) => A
}

/**
 * Emits values while the reader's acknowledgements allow it, and buffers the others; the subscriber counts each value
 * as sent. Completes after all buffered values.
 */
export const withFlowControl =
  <A>(flowControl: FlowControl, { window, capacity, replaceDropped }: FlowLimits<A>): OperatorFunction<A, A> =>
  (source) =>
    // Operators cannot express this: the reader's acknowledgements release values, and a full buffer drops the oldest.
    new Observable((subscriber) => {
      const buffer: Array<A> = []
      let droppedCount = 0
      let end: (() => void) | undefined

      const takeNext = (): A => {
        if (droppedCount === 0 || replaceDropped === undefined) return buffer.shift() as A
        const replacement = replaceDropped(droppedCount)
        droppedCount = 0
        return replacement
      }

      const emitAllowed = (): void => {
        while (buffer.length > 0 && flowControl.outstanding() < window && !subscriber.closed)
          subscriber.next(takeNext())
        if (buffer.length === 0) end?.()
      }

      subscriber.add(flowControl.acknowledged$.subscribe(emitAllowed))
      subscriber.add(
        source.subscribe({
          next: (value) => {
            buffer.push(value)
            emitAllowed()
            if (buffer.length > capacity) {
              buffer.shift()
              droppedCount++
            }
          },
          error: (error: unknown) => {
            end = () => {
              subscriber.error(error)
            }
            emitAllowed()
          },
          complete: () => {
            end = () => {
              subscriber.complete()
            }
            emitAllowed()
          },
        }),
      )
    })
