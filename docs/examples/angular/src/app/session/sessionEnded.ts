import { HttpErrorResponse, type HttpInterceptorFn } from '@angular/common/http'
import { inject } from '@angular/core'
import { tap } from 'rxjs'
import { Session } from './Session'

/** A 401 of the gateway means that nobody is logged in to this app: the page gives way to the login. */
export const sessionEnded: HttpInterceptorFn = (request, next) => {
  const session = inject(Session)
  return next(request).pipe(
    tap({
      error: (error: unknown) => {
        if (error instanceof HttpErrorResponse && error.status === 401) {
          session.end('Your session has ended. Log in again to go on where you were.')
        }
      },
    }),
  )
}
