import { combineLatest, concat, concatMap, defer, EMPTY, type Observable, of } from 'rxjs'
import { methodsCodec, observableCodec } from '../../base/codec/guardCodec.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import type { Lineages } from '../../ledger/accounts/Lineages.js'
import { selectRows } from '../../ledger/accounts/withoutDuplicates.js'
import type { Feed } from '../polling/liveFeed.js'

/** What a page shows: a value of `liveFeed`, or the rows of `liveRows`. */
export type ShownRows = Feed<object> | ReadonlyMap<number, object>

/** What a page shows, with no row twice: the value of `liveFeed`, or `rows`, and the {@link Lineages}. */
export type WithLineages<V extends ShownRows> =
  V extends ReadonlyMap<number, object>
    ? { readonly rows: V; readonly lineages: Lineages }
    : V & { readonly lineages: Lineages }

/** The options of {@link withLineages}. */
export interface WithLineagesConfig {
  /** The subject that is also the `trigger$` of `liveLineages`. It emits when the rows are newer than the lineages. */
  readonly trigger$?: { readonly next: (value: undefined) => void }
}

const argumentsCodec = /* @__PURE__ */ options(
  'arguments',
  { lineages$: /* @__PURE__ */ observableCodec<Observable<Lineages>>('an Observable') },
  {},
)

const configCodec = /* @__PURE__ */ options(
  'options',
  {},
  { trigger$: /* @__PURE__ */ methodsCodec<NonNullable<WithLineagesConfig['trigger$']>>('a Subject', 'next') },
)

const isFeed = (value: ShownRows): value is Feed<object> => 'status' in value

const haveSameRows = (rows: ReadonlyArray<object>, others: ReadonlyArray<object>): boolean =>
  rows.length === others.length && rows.every((row, index) => row === others[index])

/**
 * Shows no row of `liveFeed` or `liveRows` twice while accounts are connected again or connected twice, as
 * `withoutDuplicates` does, and adds the field `lineages`.
 *
 * - `lineages$`: a stream of `liveLineages` for the same user. Share it among the parts of a page.
 *
 * Cold. Emits when both streams have emitted, and again after each emission of one. A value of `liveFeed` keeps its other
 * fields; a `Map` of `liveRows` is the field `rows`. Rows of a new account are left out until `lineages$` has read it: with
 * `trigger$` it reads it at once. Unchanged rows are the same objects. Errors as the two streams do; completes when both have
 * completed.
 *
 * @example
 * import { createClient, createVirtualClock, liveFeed } from 'rxbank'
 * import { liveLineages, withLineages } from 'rxbank/accounts'
 * import { bridge2025 } from 'rxbank/bridge'
 * import { createSandbox } from 'rxbank/sandbox'
 * import { shareReplay, Subject } from 'rxjs'
 *
 * const clock = createVirtualClock()
 * const sandbox = createSandbox({ profile: bridge2025, clock })
 * const client = createClient({ profile: bridge2025, ...sandbox.credentials, http: sandbox.http, clock })
 * const user = client.user({ externalUserId: 'A6J' })
 *
 * const trigger$ = new Subject<undefined>()
 * const lineages$ = liveLineages(user, { trigger$, clock }).pipe(shareReplay({ bufferSize: 1, refCount: true }))
 * const shown: Array<string> = []
 * const subscription = liveFeed(user.transactions, { clock })
 *   .pipe(withLineages(lineages$, { trigger$ }))
 *   .subscribe(({ rows, lineages }) => shown.push(`${rows.length} rows, ${lineages.links.length} links`))
 * subscription.unsubscribe()
 * assert.deepStrictEqual(shown, ['50 rows, 0 links'])
 */
export const withLineages =
  (lineages$: Observable<Lineages>, config: WithLineagesConfig = {}) =>
  <V extends ShownRows>(source: Observable<V>): Observable<WithLineages<V>> =>
    defer(() => {
      decodeOptions(argumentsCodec, { lineages$ })
      const { trigger$ } = decodeOptions(configCodec, config)
      let previousRows: ReadonlyArray<object> = []
      let checkedValue: V | undefined

      /** Asks for the accounts once for each value of the source. */
      const trigger = (value: V): Observable<never> =>
        defer(() => {
          if (value !== checkedValue) {
            checkedValue = value
            trigger$?.next(undefined)
          }
          return EMPTY
        })

      const show = (value: ShownRows, lineages: Lineages) => {
        if (!isFeed(value)) {
          const { rows, isOutdated } = selectRows(value, lineages)
          return { shown: { rows, lineages }, isOutdated }
        }
        const { rows, isOutdated } = selectRows(value.rows, lineages)
        previousRows = haveSameRows(rows, previousRows) ? previousRows : rows
        return { shown: { ...value, rows: previousRows, lineages }, isOutdated }
      }

      return combineLatest([source, lineages$]).pipe(
        concatMap(([value, lineages]) => {
          const { shown, isOutdated } = show(value, lineages)
          return concat(of(shown as unknown as WithLineages<V>), isOutdated ? trigger(value) : EMPTY)
        }),
      )
    })
