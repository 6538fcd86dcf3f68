import { defer, ignoreElements, type InteropObservable, Observable, tap } from 'rxjs'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { ignoreTeardownErrors } from '../../base/platform/ignoreTeardownErrors.js'
import { guardThenable } from '../send/toEither.js'

/** Asynchronous work: an Observable, of any copy of RxJS, or a Promise. Its completion means that the work is done. */
export type AsyncResult = Observable<unknown> | InteropObservable<unknown> | PromiseLike<unknown>

const expected =
  'to return one Observable or Promise that completes when the work is done; combine several with Promise.all or concatMap'

/** The key of the interop method that Observables of other libraries have. Only RxJS 7 exports it. */
const interop = (Symbol as { readonly observable?: symbol }).observable ?? '@@observable'

const isAsyncResult = (value: unknown): value is AsyncResult => {
  const work = value as Readonly<Record<PropertyKey, unknown>> | null | undefined
  // RxJS treats a value with a `length` as a list, even if it has a `then`.
  const isPromise = typeof work?.then === 'function' && typeof work.length !== 'number'
  return isPromise || value instanceof Observable || typeof work?.[interop] === 'function'
}

/**
 * Whether an emitted value is itself work that nothing would wait for, such as a list of Promises from an `async`
 * function.
 */
const isUnawaited = (value: unknown): boolean =>
  isAsyncResult(value) || (Array.isArray(value) && value.some(isAsyncResult))

/**
 * Runs the work that a function of the program returns. `path` is the path of the option with the function, and `name`
 * is the prefix of the message if the option has several functions.
 *
 * Cold. Emits nothing; completes and errors as the work does. Errors with a `ConfigError` if the function returns no
 * work, and if the work emits further work that nothing would wait for. It refuses lists, iterables and streams of
 * bytes, although RxJS reads them, because their completion does not mean that the work is done. Unsubscribing
 * unsubscribes from the work if it is an Observable.
 */
export const fromAsyncResult = (path: string, startWork: () => unknown, name = ''): Observable<never> => {
  const refuse = (): never => {
    throw wrongOption(path, name + expected)
  }
  return defer(() => {
    const work = startWork()
    if (!isAsyncResult(work)) return refuse()
    return 'then' in work ? guardThenable(work, refuse) : work
  }).pipe(
    ignoreTeardownErrors,
    tap((value) => {
      if (isUnawaited(value)) refuse()
    }),
    ignoreElements(),
  )
}
