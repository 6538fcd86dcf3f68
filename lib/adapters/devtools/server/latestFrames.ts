import type { ServerResponse } from 'node:http'
import { audit, concatMap, defer, fromEvent, ignoreElements, type Observable, of, skipWhile, take, tap } from 'rxjs'
import { delay } from '../../../base/clock/delay.js'
import type { Clock } from '../../../index.js'

/** A state as a server-sent event; its text is made when it is first sent, once for all readers. */
export interface StateFrame {
  readonly id: string
  readonly text: () => string
}

/** Makes a frame of a value that JSON can have. */
export const stateFrame = (id: string, value: unknown): StateFrame => {
  let text: string | undefined
  return { id, text: () => (text ??= `id: ${id}\ndata: ${JSON.stringify(value)}\n\n`) }
}

/** The least milliseconds between two frames to one reader. */
export const least = 100

const drained = (response: ServerResponse): Observable<unknown> =>
  defer(() => (response.writableNeedDrain ? fromEvent(response, 'drain').pipe(take(1)) : of(undefined)))

/**
 * Sends states to a reader, each when the reader has taken the one before: those in between are left out, so that a
 * reader that is slow, or does not read, has one state waiting for it and no more. A state that the reader has already,
 * by `lastId`, is not sent.
 *
 * Emits nothing; ends with its source.
 */
export const latestFrames = (
  frames$: Observable<StateFrame>,
  response: ServerResponse,
  lastId: string | undefined,
  clock: Clock,
): Observable<never> =>
  frames$.pipe(
    skipWhile(({ id }) => id === lastId),
    audit(() => delay(clock, least).pipe(concatMap(() => drained(response)))),
    tap(({ text }) => response.write(text())),
    ignoreElements(),
  )
