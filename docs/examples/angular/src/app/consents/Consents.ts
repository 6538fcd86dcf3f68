import { HttpClient } from '@angular/common/http'
import { ChangeDetectionStrategy, Component, DestroyRef, inject, signal } from '@angular/core'
import { takeUntilDestroyed } from '@angular/core/rxjs-interop'
import { injectStream } from 'rxbank/angular'
import { ErrorNote } from '../error/ErrorNote'
import { Day } from '../format/Day'
import { endingConsents, providerNames } from './endingConsents'
import { openConnectForm } from './openConnectForm'

/** The consents of the user that end soon or have ended, and the way to renew each. */
@Component({
  selector: 'app-consents',
  imports: [Day, ErrorNote],
  template: `
    <div class="page-head">
      <div>
        <p class="soft small">What you agreed to lasts half a year</p>
        <h1>Consents</h1>
      </div>
    </div>
    @if (consents.error(); as error) {
      <app-error-note [error]="error" (retry)="consents.reload()" />
    }
    @if (failed()) {
      <p role="alert">The bank’s form could not be opened. Try again.</p>
    }
    <ul class="card">
      @for (consent of consents.value() ?? []; track consent.item.id) {
        <li>
          <div>
            <h2>{{ names.value()?.get(consent.item.provider_id) ?? 'Your bank' }}</h2>
            <p role="status" class="small" [class.ended]="consent.hasEnded">
              @if (consent.hasEnded) {
                Ended on {{ consent.endsAt.toISOString() | day }}: nothing new comes from here
              } @else {
                Ends on {{ consent.endsAt.toISOString() | day }}
              }
            </p>
          </div>
          <button type="button" class="main" [disabled]="busy()" (click)="renew(consent.item.id)">Renew</button>
        </li>
      } @empty {
        <li class="soft">No consent ends this week.</li>
      }
    </ul>
  `,
  styles: `
    ul {
      display: grid;
    }

    li {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: space-between;
      gap: 0.5rem 1rem;
      padding: 1rem 1.25rem;
    }

    li + li {
      border-top: 1px solid var(--line);
    }

    p {
      color: var(--soft);
    }

    .ended {
      color: var(--down);
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Consents {
  readonly #http = inject(HttpClient)
  readonly #destroyRef = inject(DestroyRef)
  protected readonly consents = injectStream(endingConsents())
  protected readonly names = injectStream(providerNames)
  protected readonly busy = signal(false)
  protected readonly failed = signal(false)

  protected renew(itemId: number): void {
    this.busy.set(true)
    this.failed.set(false)
    this.#http
      .post<{ readonly url: string }>(`/api/connect/${String(itemId)}`, null)
      .pipe(takeUntilDestroyed(this.#destroyRef))
      .subscribe({
        next: ({ url }) => openConnectForm(url),
        error: () => {
          this.failed.set(true)
          this.busy.set(false)
        },
      })
  }
}
