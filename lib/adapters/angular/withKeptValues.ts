import { computed, effect } from '@angular/core'
import type { RxBankFeature } from './provideRxBank.js'
import { type Place, RXBANK_KEPT } from './RXBANK.js'
import { wrongArgument } from './wrongArgument.js'

/** How many values are kept; those that nothing has asked for in the longest time go first. */
const limit = 100

/** The place of a key, which becomes the newest. */
const place = (kept: Map<string, Place>, key: string): Place => {
  const found = kept.get(key) ?? {}
  kept.delete(key)
  kept.set(key, found)
  for (const oldest of kept.keys()) if (kept.size > limit) kept.delete(oldest)
  return found
}

/**
 * Keeps the last values of streams, for the option `keep` of {@link injectStream}: a page that is opened again shows what
 * it has shown last, and `isStale`, until the stream emits.
 *
 * - `owner`: gives a function that says who is logged in, by an id, or `undefined`; mostly a signal. It is called in an
 *   injection context. When that id changes, as at log-out, all values are dropped, and no other user ever gets them.
 *
 * Values are kept in memory, a hundred at most, and never written anywhere.
 *
 * @example
 * import { signal } from '@angular/core'
 * import { TestBed } from '@angular/core/testing'
 * import { injectStream, provideRxBank, withKeptValues } from 'rxbank/angular'
 * import { NEVER, type Observable, Subject } from 'rxjs'
 *
 * const userId = signal<string | undefined>('A6J')
 * TestBed.configureTestingModule({ providers: [provideRxBank({ gateway: '/api/bank' }, withKeptValues(() => userId))] })
 * const shown = (count$: Observable<number>) =>
 *   TestBed.runInInjectionContext(() => injectStream(count$, { keep: 'count' }))
 * const count$ = new Subject<number>()
 * shown(count$)
 * TestBed.tick()
 * count$.next(7)
 * const again = shown(NEVER)
 * TestBed.tick()
 * assert.deepStrictEqual([again.value(), again.isStale()], [7, true])
 * userId.set(undefined)
 * TestBed.tick()
 * assert.deepStrictEqual([again.value(), again.isStale()], [undefined, false])
 */
export const withKeptValues = (owner: () => () => string | null | undefined): RxBankFeature => {
  if (typeof owner !== 'function') throw wrongArgument('/owner', 'a function that gives a signal')
  return {
    providers: [
      {
        provide: RXBANK_KEPT,
        useFactory: () => {
          const id = computed(owner())
          const places = computed(() => {
            id()
            return new Map<string, Place>()
          })
          // Reads them at each change of the id, which drops the former ones at once.
          effect(() => void places())

          return (keep: string | (() => string)) => {
            const name = typeof keep === 'string' && keep !== '' ? () => keep : keep
            if (typeof name !== 'function') throw wrongArgument('/keep', 'a name, or a function that gives one')
            return () => place(places(), name())
          }
        },
      },
    ],
  }
}
