import type { ServerResponse } from 'node:http'
import { audit, concatMap, defer, fromEvent, ignoreElements, type Observable, of, skipWhile, take, tap } from 'rxjs'
import type { Clock } from '../../../base/clock/Clock.js'
import { delay } from '../../../base/clock/delay.js'

/** A state as a server-sent event. Its text is computed once for all readers, when it is first sent. */
export interface StateFrame {
  readonly id: string
  readonly text: () => string
}

/** Creates the frame of a JSON value. */
export const stateFrame = (id: string, value: unknown): StateFrame => {
  let text: string | undefined
  return { id, text: () => (text ??= `id: ${id}\ndata: ${JSON.stringify(value)}\n\n`) }
}

/** The minimum interval between two frames to one reader, in milliseconds. */
const minInterval = 100

const whenDrained = (response: ServerResponse): Observable<unknown> =>
  defer(() => (response.writableNeedDrain ? fromEvent(response, 'drain').pipe(take(1)) : of(undefined)))

/**
 * Sends states to a reader, each after the reader has received the previous one. States in between are skipped, so that
 * at most one state waits for a slow reader. The state with the id `lastId` is not sent, because the reader has it.
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
    audit(() => delay(clock, minInterval).pipe(concatMap(() => whenDrained(response)))),
    tap(({ text }) => response.write(text())),
    ignoreElements(),
  )
