import { Observable } from 'rxjs'
import type { Policy } from '../../index.js'
import type { CallScope } from './callScope.js'
import type { Begun, Ended } from './InspectorAct.js'

/** Tells the beginning and the end of each request, with what has caused it; answers are handed on as they are. */
export const tracing =
  (scope: CallScope, tell: (act: Begun | Ended) => void): Policy =>
  (next) =>
  (request) =>
    new Observable((subscriber) => {
      const { number, operation, page, priority } = request
      let outcome: Ended['outcome'] = 'unsubscribed'
      tell({ _tag: 'Begun', request: number, operation, page, priority, cause: scope.current() })
      const back = (seen: Ended['outcome'], hand: () => void): void => {
        outcome = seen
        scope.within({ _tag: 'After', request: number }, hand)
      }
      subscriber.add(() => tell({ _tag: 'Ended', request: number, outcome }))
      scope.within({ _tag: 'For', request: number }, () =>
        subscriber.add(
          next(request).subscribe({
            next: (response) => back('answered', () => subscriber.next(response)),
            error: (error: unknown) => back('failed', () => subscriber.error(error)),
            complete: () => back(outcome, () => subscriber.complete()),
          }),
        ),
      )
    })
