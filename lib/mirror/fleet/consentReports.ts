import { catchError, defer, EMPTY, map, type Observable, of, repeat, takeUntil, throwError } from 'rxjs'
import { delay } from '../../base/clock/delay.js'
import type { FleetSettings } from './FleetConfig.js'
import type { FleetEventBody } from './FleetEvent.js'
import { judgeError } from './roundResult.js'

const hour = 3_600_000

/**
 * Reports the consents of all users again and again: at once, and then `every` after the end of each report. Any number
 * of workers may report, because the mirror gives each change to one of them. Completes when `stop$` emits. Errors only
 * if the tables of the mirror have another version.
 */
export const consentReports = (
  { mirror, consents, clock }: Pick<FleetSettings, 'mirror' | 'consents' | 'clock'>,
  stop$: Observable<unknown>,
): Observable<FleetEventBody> => {
  if (consents === undefined) return EMPTY
  const { every = hour, ...config } = consents
  return defer(() => mirror.reportConsents?.(config) ?? EMPTY).pipe(
    map((consent): FleetEventBody => ({ _tag: 'ConsentReported', user: consent.user, consent })),
    catchError((error: unknown) =>
      judgeError(error)._tag === 'Fatal'
        ? throwError(() => error)
        : of<FleetEventBody>({ _tag: 'ConsentsFailed', error, delay: every }),
    ),
    repeat({ delay: () => delay(clock, every) }),
    takeUntil(stop$),
  )
}
