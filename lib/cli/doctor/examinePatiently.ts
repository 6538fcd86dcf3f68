import { map, mergeMap, type Observable, of } from 'rxjs'
import { type Examination, examine, type Examined } from './examine.js'
import type { Operation, Subjects } from './Operation.js'

/** Milliseconds that are waited at most where the service asks for it. */
const patience = 10_000

const isSoonAgain = ({ report, retryAfter }: Examined): boolean =>
  report.outcome === 'limited' && (retryAfter ?? 0) <= patience

/** Tries an operation, and once more after a 429 that asks for a short wait: that, the client keeps by itself. */
export const examinePatiently = (
  operation: Operation,
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
