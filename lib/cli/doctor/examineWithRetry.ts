import { map, mergeMap, type Observable, of } from 'rxjs'
import type { DoctorOperation, Subjects } from './doctorOperations.js'
import { type Examination, type ExaminationResult, examine } from './examine.js'

/** The maximum `Retry-After` that the doctor waits for, in milliseconds. */
const maxRetryAfter = 10_000

const isRetryable = ({ report, retryAfter }: ExaminationResult): boolean =>
  report.outcome === 'limited' && (retryAfter ?? 0) <= maxRetryAfter

/** Examines an operation, and a second time after a 429 with a short `Retry-After`, which the client waits for. */
export const examineWithRetry = (
  operation: DoctorOperation,
  examination: Examination,
  subjects: Partial<Subjects>,
): Observable<ExaminationResult> =>
  examine(operation, examination, subjects).pipe(
    mergeMap((result) =>
      isRetryable(result)
        ? examine(operation, examination, subjects).pipe(
            map((secondResult) => ({ ...secondResult, exchanges: [...result.exchanges, ...secondResult.exchanges] })),
          )
        : of(result),
    ),
  )
