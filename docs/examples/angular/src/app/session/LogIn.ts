import { ChangeDetectionStrategy, Component, DestroyRef, inject, signal } from '@angular/core'
import { takeUntilDestroyed } from '@angular/core/rxjs-interop'
import { finalize } from 'rxjs'
import { Session } from './Session'

/** The app's own login: two people to choose from. */
@Component({
  selector: 'app-log-in',
  template: `
    <main class="card">
      <img src="favicon.svg" alt="" width="44" height="44" />
      <h1>Pocketbook</h1>
      <p class="soft">All your accounts, quietly in one place. The data is invented: log in as one of two people.</p>
      @if (failed() ? unreachable : session.notice(); as notice) {
        <p class="notice" role="alert">{{ notice }}</p>
      }
      <div class="people">
        @for (name of people; track name) {
          <button type="button" class="main" [disabled]="busy()" (click)="logIn(name)">Log in as {{ name }}</button>
        }
      </div>
    </main>
  `,
  styles: `
    :host {
      display: grid;
      place-items: center;
      min-height: 100dvh;
      padding: 1rem;
    }

    main {
      display: grid;
      gap: 1rem;
      max-width: 26rem;
      padding: 2.5rem;
    }

    .notice {
      padding: 0.625rem 0.875rem;
      border: 1px solid var(--notice-line);
      border-radius: 0.5rem;
      background: var(--notice);
      font-size: 0.875rem;
    }

    .people {
      display: flex;
      flex-wrap: wrap;
      gap: 0.75rem;
      margin-top: 0.5rem;
    }

    .people button {
      flex: 1;
      white-space: nowrap;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class LogIn {
  readonly #destroyRef = inject(DestroyRef)
  protected readonly session = inject(Session)
  protected readonly people = ['Camille', 'Noor']
  protected readonly unreachable = 'The server did not answer. Try again.'
  protected readonly busy = signal(false)
  protected readonly failed = signal(false)

  protected logIn(name: string): void {
    this.busy.set(true)
    this.failed.set(false)
    this.session
      .logIn(name)
      .pipe(
        finalize(() => this.busy.set(false)),
        takeUntilDestroyed(this.#destroyRef),
      )
      .subscribe({ error: () => this.failed.set(true) })
  }
}
