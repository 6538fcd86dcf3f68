import { Observable } from 'rxjs'
import type { Policy } from '../../http/Http.js'
import type { CallScope } from './callScope.js'
import type { RequestEnded, RequestStarted } from './InspectorEvent.js'

/** Reports the start and the end of each request, with its cause. Answers pass unchanged. */
export const tracingPolicy =
  (scope: CallScope, emit: (event: RequestStarted | RequestEnded) => void): Policy =>
  (next) =>
  (request) =>
    // Not an operator: the call scope must surround each notification to the subscriber.
    new Observable((subscriber) => {
      const { number, operation, page, priority } = request
      let outcome: RequestEnded['outcome'] = 'unsubscribed'
      emit({ _tag: 'RequestStarted', request: number, operation, page, priority, cause: scope.current() })
      const passBack = (result: RequestEnded['outcome'], pass: () => void): void => {
        outcome = result
        scope.runWith({ _tag: 'FollowUp', request: number }, pass)
      }
      subscriber.add(() => emit({ _tag: 'RequestEnded', request: number, outcome }))
      scope.runWith({ _tag: 'Prerequisite', request: number }, () =>
        subscriber.add(
          next(request).subscribe({
            next: (response) => passBack('answered', () => subscriber.next(response)),
            error: (error: unknown) => passBack('failed', () => subscriber.error(error)),
            complete: () => passBack(outcome, () => subscriber.complete()),
          }),
        ),
      )
    })
