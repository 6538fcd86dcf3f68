import { Observable } from 'rxjs'
import { methods } from '../codec/methods.js'
import { wrongOption } from '../error/wrongOption.js'

/** Something of Electron's that emits events as Node's emitters do. */
interface Emitter<E extends string> {
  on(event: E, listener: () => void): unknown
  off(event: E, listener: () => void): unknown
}

/**
 * The names of the events that an emitter emits; listens while it is subscribed to. Throws a `ConfigError` for what is
 * none, which says `what` is wanted.
 */
export const emitted = <E extends string>(
  what: string,
  emitter: Emitter<NoInfer<E>>,
  ...events: ReadonlyArray<E>
): Observable<E> => {
  if (!methods(what, 'on', 'off').is(emitter)) throw wrongOption(`/${what}`, `${what} of Electron, with on and off`)
  return new Observable((subscriber) => {
    for (const event of events) {
      const listener = (): void => subscriber.next(event)
      emitter.on(event, listener)
      subscriber.add(() => emitter.off(event, listener))
    }
  })
}
