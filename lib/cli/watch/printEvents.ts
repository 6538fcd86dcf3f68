import { defer, finalize, type MonoTypeOperatorFunction } from 'rxjs'
import type { Client } from '../../client/Client.js'
import { eventLines } from './eventLines.js'

/** Writes the events of the client to stderr while the source runs, unless `isQuiet`. */
export const printEvents =
  <A>({ events$ }: Client, isQuiet: boolean): MonoTypeOperatorFunction<A> =>
  (source) =>
    defer(() => {
      if (isQuiet) return source
      const subscription = eventLines(events$).subscribe((line) => process.stderr.write(`${line}\n`))
      return source.pipe(finalize(() => subscription.unsubscribe()))
    })
