import { defer, finalize, type MonoTypeOperatorFunction } from 'rxjs'
import type { Client } from '../../index.js'
import { eventLines } from './eventLines.js'

/** Tells on stderr what happens as long as the source runs, unless it is to be quiet. */
export const meanwhile =
  <A>({ events$ }: Client, isQuiet: boolean): MonoTypeOperatorFunction<A> =>
  (source) =>
    defer(() => {
      if (isQuiet) return source
      const telling = eventLines(events$).subscribe((line) => process.stderr.write(`${line}\n`))
      return source.pipe(finalize(() => telling.unsubscribe()))
    })
