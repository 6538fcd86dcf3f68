import {
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  endWith,
  expand,
  from,
  ignoreElements,
  type Observable,
  of,
  throwError,
} from 'rxjs'
import type { Clock } from '../../base/clock/Clock.js'
import { firstOrTimeout } from '../../base/clock/delay.js'
import { functionCodec } from '../../base/codec/guardCodec.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { fromAsyncResult } from '../../streams/polling/AsyncResult.js'
import { defaultNoticeDays, noticeDaysCodec } from '../../streams/polling/consentStage.js'
import type { PreparedTables } from '../core/prepareTables.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import {
  claimConsent,
  claimTime,
  type ConsentClaim,
  type ItemKey,
  itemsToReport,
  storeReported,
} from './consentClaims.js'
import type { MirrorConsent, ReportConsentsConfig } from './MirrorConsent.js'

/** The fields of the codec of {@link ReportConsentsConfig}. */
export const reportConsentsFields = {
  noticeDays: noticeDaysCodec,
  process: functionCodec<NonNullable<ReportConsentsConfig['process']>>(
    'a function from a consent to an Observable or Promise',
  ),
}

const configCodec = options('options', {}, reportConsentsFields)

/**
 * Reports the consents of all users that have reached another stage, one after the other. Each is claimed, processed,
 * emitted, and then stored as reported, so that a process that dies leaves it to the next report. A consent whose
 * `process` errors, or does not complete before its claim expires, does not stop the others: after the last consent,
 * the stream errors with the first such error.
 */
export const reportConsents = (
  dialect: SqlDialect,
  run: PreparedTables['run'],
  { clock, wall }: { readonly clock: Clock; readonly wall: (() => number) | undefined },
  config: ReportConsentsConfig,
): Observable<MirrorConsent> =>
  defer(() => {
    const { process } = config
    const { noticeDays = defaultNoticeDays } = decodeOptions(configCodec, config)
    const search = { noticeDays, wall }
    let failure: { readonly error: unknown } | undefined

    const report = (claim: ConsentClaim): Observable<MirrorConsent> =>
      concat(of(claim.consent), run(() => storeReported(dialect, claim)).pipe(ignoreElements()))

    const reportProcessed = (claim: ConsentClaim): Observable<MirrorConsent> =>
      (process === undefined ? EMPTY : fromAsyncResult('/process', () => process(claim.consent))).pipe(
        endWith(true),
        firstOrTimeout(clock, claimTime, () => new Error('/process: not done within five minutes; it is called again')),
        catchError((error: unknown) => {
          failure ??= { error }
          return EMPTY
        }),
        concatMap(() => report(claim)),
      )

    const reportItem = (item: ItemKey): Observable<MirrorConsent> =>
      run(() => claimConsent(dialect, item, search)).pipe(
        concatMap((claim) => (claim === undefined ? EMPTY : reportProcessed(claim))),
      )

    /** The consents of a page of items and, if another page follows, the last item. */
    const page = (after: ItemKey): Observable<MirrorConsent | { readonly last: ItemKey }> =>
      run(() => itemsToReport(dialect, after, search)).pipe(
        concatMap(({ items, isLast }) => {
          const last = items.at(-1)
          return concat(from(items).pipe(concatMap(reportItem)), isLast || last === undefined ? EMPTY : of({ last }))
        }),
      )

    return concat(
      page({ user: '', id: '' }).pipe(
        expand((result) => ('last' in result ? page(result.last) : EMPTY)),
        concatMap((result) => ('last' in result ? EMPTY : of(result))),
      ),
      defer(() => (failure === undefined ? EMPTY : throwError(() => failure?.error))),
    )
  })
