import { concat, concatMap, defer, EMPTY, expand, from, type Observable, of } from 'rxjs'
import { fn } from '../../base/codec/fn.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { consentMarks, defaultMarks } from '../../streams/polling/consentStage.js'
import { doWork, type Work } from '../../streams/polling/Work.js'
import { claimConsent, type ItemKey, itemsToReport, storeReported } from './consentClaims.js'
import type { MirrorConsent, ReportConsentsConfig } from './MirrorConsent.js'
import type { PreparedTables } from './prepareTables.js'
import type { SqlDialect } from './SqlDialect.js'

const configCodec = options(
  'options',
  {},
  {
    marks: consentMarks,
    process: fn<(consent: never) => Work>('a function from a consent to an Observable or Promise'),
  },
)

/**
 * Reports the consents of all users that have reached another stage, one after the other. Each is claimed, processed,
 * emitted, and then stored as reported, so that a process that dies leaves it to the next report.
 */
export const reportConsents = (
  dialect: SqlDialect,
  run: PreparedTables['run'],
  wall: () => number,
  config: ReportConsentsConfig,
): Observable<MirrorConsent> =>
  defer(() => {
    const { process } = config
    const { marks = defaultMarks } = decodeOptions(configCodec, config)
    const clock = () => ({ now: wall(), marks })

    const report = (item: ItemKey): Observable<MirrorConsent> =>
      run(() => claimConsent(dialect, item, clock())).pipe(
        concatMap((claim) => {
          if (claim === undefined) return EMPTY
          const { consent } = claim
          return concat(
            process === undefined ? EMPTY : doWork('/process', () => process(consent)),
            of(consent),
            run(() => storeReported(dialect, claim)).pipe(concatMap(() => EMPTY)),
          )
        }),
      )

    /** Emits the last item of the page, unless no page follows. */
    const page = (after: ItemKey): Observable<MirrorConsent | { readonly next: ItemKey }> =>
      run(() => itemsToReport(dialect, after, clock())).pipe(
        concatMap(({ items, isLast }) => {
          const last = items.at(-1)
          return concat(from(items).pipe(concatMap(report)), isLast || last === undefined ? EMPTY : of({ next: last }))
        }),
      )

    return page({ user: '', id: '' }).pipe(
      expand((one) => ('next' in one ? page(one.next) : EMPTY)),
      concatMap((one) => ('next' in one ? EMPTY : of(one))),
    )
  })
