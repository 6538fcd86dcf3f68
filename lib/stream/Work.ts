import { type InteropObservable, observable, type Observable } from 'rxjs'
import { wrongOption } from '../error/wrongOption.js'

/** What says by its completion that work is done: one Observable, of any copy of RxJS, or one Promise. */
export type Work = Observable<unknown> | InteropObservable<unknown> | PromiseLike<unknown>

const expected =
  'to return one Observable or Promise, whose completion says that the work is done; make one of many, by Promise.all or concatMap'

/**
 * The work that a function of an option has returned; throws a `ConfigError` for anything else, also for the lists and
 * streams of bytes that RxJS would read: their end says nothing of what their elements stand for.
 */
export const workOf = (path: string, returned: unknown, name = ''): Work => {
  const work = returned as Readonly<Record<PropertyKey, unknown>> | null | undefined
  // What has a length is a list to RxJS, whatever else it is.
  const isPromise = typeof work?.then === 'function' && typeof work.length !== 'number'
  if (isPromise || typeof work?.[observable] === 'function') return returned as Work
  throw wrongOption(path, name + expected)
}
