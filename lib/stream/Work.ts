import { defer, ignoreElements, type InteropObservable, observable, type Observable, tap } from 'rxjs'
import { wrongOption } from '../error/wrongOption.js'

/** What says by its completion that work is done: one Observable, of any copy of RxJS, or one Promise. */
export type Work = Observable<unknown> | InteropObservable<unknown> | PromiseLike<unknown>

const expected =
  'to return one Observable or Promise, whose completion says that the work is done; make one of many, by Promise.all or concatMap'

const isWork = (value: unknown): value is Work => {
  const work = value as Readonly<Record<PropertyKey, unknown>> | null | undefined
  // What has a length is a list to RxJS, whatever else it is.
  const isPromise = typeof work?.then === 'function' && typeof work.length !== 'number'
  return isPromise || typeof work?.[observable] === 'function'
}

/** Whether a value stands for further work, such as what `async` gives of a list of Promises: nothing would wait for it. */
const isUnawaited = (value: unknown): boolean => isWork(value) || (Array.isArray(value) && value.some(isWork))

/**
 * Does the work that a function of an option begins.
 *
 * Cold. Emits nothing; completes when the work does; errors as it does, and with a `ConfigError` where the function
 * returns anything else, also the lists and streams of bytes that RxJS would read, and where its work gives further work:
 * the end of either says nothing of what its elements stand for. Unsubscribing ends an Observable.
 */
export const doWork = (path: string, begin: () => unknown, name = ''): Observable<never> => {
  const refuse = (): never => {
    throw wrongOption(path, name + expected)
  }
  return defer(() => {
    const work = begin()
    return isWork(work) ? work : refuse()
  }).pipe(
    tap((value) => {
      if (isUnawaited(value)) refuse()
    }),
    ignoreElements(),
  )
}
