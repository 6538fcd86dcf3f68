import { map, mergeMap, type Observable, of } from 'rxjs'
import type { DoctorOperation, Subjects } from './DoctorOperation.js'
import { type Examination, examine, type Examined } from './examine.js'

/** The longest `Retry-After` that the doctor waits for, in milliseconds. */
const longestRetryAfter = 10_000

const isSoonAgain = ({ report, retryAfter }: Examined): boolean =>
  report.outcome === 'limited' && (retryAfter ?? 0) <= longestRetryAfter

/** Examines an operation, and a second time after a 429 with a short `Retry-After`, which the client waits for. */
export const examineWithRetry = (
  operation: DoctorOperation,
  examination: Examination,
  subjects: Partial<Subjects>,
): Observable<Examined> =>
  examine(operation, examination, subjects).pipe(
    mergeMap((examined) =>
      isSoonAgain(examined)
        ? examine(operation, examination, subjects).pipe(
            map((again) => ({ ...again, exchanges: [...examined.exchanges, ...again.exchanges] })),
          )
        : of(examined),
    ),
  )
