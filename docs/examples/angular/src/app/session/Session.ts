import { HttpClient } from '@angular/common/http'
import { computed, inject, Injectable, signal } from '@angular/core'
import { catchError, map, type Observable, of, tap } from 'rxjs'

/** Who is logged in to this app: its own login, of which the bank's service knows nothing. */
export interface SessionUser {
  readonly name: string
  /** The user's `uuid` at the service: what the bank form brings back must be about this one. */
  readonly uuid: string
}

interface Answer {
  readonly user: SessionUser | null
}

/** The app's session. Its cookie is HttpOnly: what is known here is only who it is about. */
@Injectable({ providedIn: 'root' })
export class Session {
  readonly #http = inject(HttpClient)
  readonly #user = signal<SessionUser | null>(null)
  readonly #notice = signal('')

  readonly user = this.#user.asReadonly()
  readonly isLoggedIn = computed(() => this.#user() !== null)
  /** Why somebody who was logged in is not any more. */
  readonly notice = this.#notice.asReadonly()

  /** Asks who is logged in; emits once and completes. */
  load(): Observable<void> {
    return this.#tell(this.#http.get<Answer>('/api/session')).pipe(
      catchError(() => of(this.end('The server could not be reached. Log in to try again.'))),
    )
  }

  logIn(name: string): Observable<void> {
    return this.#tell(this.#http.post<Answer>('/api/session', { name }))
  }

  logOut(): Observable<void> {
    return this.#tell(this.#http.delete<Answer>('/api/session'))
  }

  /** The server knows the session no more. */
  end(notice: string): void {
    this.#user.set(null)
    this.#notice.set(notice)
  }

  #tell(answer: Observable<Answer>): Observable<void> {
    return answer.pipe(
      tap(({ user }) => {
        this.#notice.set('')
        this.#user.set(user)
      }),
      map(() => undefined),
    )
  }
}
