import { Observable } from 'rxjs'
import { methodsCodec } from '../../base/codec/guardCodec.js'
import { wrongOption } from '../../base/error/decodeOptions.js'

type Listener<E> = (event: E) => void

/** Emits the first argument of each call of a listener, which is registered while the Observable is subscribed to. */
export const fromListener = <E>(
  listen: (listener: Listener<E>) => unknown,
  stop: (listener: Listener<E>) => unknown,
): Observable<E> =>
  new Observable((subscriber) => {
    const listener: Listener<E> = (event) => {
      subscriber.next(event)
    }
    listen(listener)
    subscriber.add(() => stop(listener))
  })

/** An object of Electron that emits events like Node's emitters. */
interface Emitter<E extends string> {
  on(event: E, listener: () => void): unknown
  off(event: E, listener: () => void): unknown
}

/**
 * Emits the names of an emitter's events; listens only while it is subscribed. Throws a `ConfigError` for a value that is
 * not an emitter.
 */
export const fromEmitter = <E extends string>(
  name: string,
  emitter: Emitter<NoInfer<E>>,
  ...events: ReadonlyArray<E>
): Observable<E> => {
  if (!methodsCodec(name, 'on', 'off').is(emitter))
    throw wrongOption(`/${name}`, `${name} of Electron, with on and off`)
  return new Observable((subscriber) => {
    for (const event of events) {
      const listener = (): void => subscriber.next(event)
      emitter.on(event, listener)
      subscriber.add(() => emitter.off(event, listener))
    }
  })
}
