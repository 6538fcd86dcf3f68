import { computed, effect } from '@angular/core'
import type { RxBankFeature } from './provideRxBank.js'
import { RXBANK_TRANSFERRED_VALUES, type TransferredValue } from './RXBANK.js'
import { wrongArgument } from './wrongArgument.js'

/** The maximum number of kept values; the least recently used are dropped first. */
const maxValues = 100

/** Returns the kept value of a key, and makes it the most recently used. */
const useTransferredValue = (values: Map<string, TransferredValue>, key: string): TransferredValue => {
  const value = values.get(key) ?? {}
  values.delete(key)
  values.set(key, value)
  for (const oldest of values.keys()) if (values.size > maxValues) values.delete(oldest)
  return value
}

/**
 * Keeps the last values of streams, for the option `transferKey` of {@link injectStream}. A page that opens again shows its last
 * values with `isStale`, until its streams emit.
 *
 * - `owner`: called in an injection context; returns a signal, or a function, with the id of the current user or
 *   `undefined`. When that id changes, as at log-out, all values are dropped, so that no other user gets them.
 *
 * At most a hundred values are kept, in memory only.
 *
 * @example
 * import { signal } from '@angular/core'
 * import { TestBed } from '@angular/core/testing'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { injectStream, provideRxBank, withTransferState } from 'rxbank/angular'
 * import { NEVER, type Observable, Subject } from 'rxjs'
 *
 * const userId = signal<string | undefined>('A6J')
 * const config = { profile: bridge2025, gateway: '/api/bank' }
 * TestBed.configureTestingModule({ providers: [provideRxBank(config, withTransferState(() => userId))] })
 * const shown = (count$: Observable<number>) =>
 *   TestBed.runInInjectionContext(() => injectStream(count$, { transferKey: 'count' }))
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
export const withTransferState = (owner: () => () => string | null | undefined): RxBankFeature => {
  if (typeof owner !== 'function') throw wrongArgument('/owner', 'a function that returns a signal')
  return {
    providers: [
      {
        provide: RXBANK_TRANSFERRED_VALUES,
        useFactory: () => {
          const id = computed(owner())
          const valuesByKey = computed(() => {
            id()
            return new Map<string, TransferredValue>()
          })
          // Creates the new map at each change of the id, so that the old values are dropped at once.
          effect(() => void valuesByKey())

          return (transferKey: string | (() => string)) => {
            const name = typeof transferKey === 'string' && transferKey !== '' ? () => transferKey : transferKey
            if (typeof name !== 'function')
              throw wrongArgument('/transferKey', 'a name, or a function that returns one')
            return () => useTransferredValue(valuesByKey(), name())
          }
        },
      },
    ],
  }
}
