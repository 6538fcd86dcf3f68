import { HttpClient } from '@angular/common/http'
import { ChangeDetectionStrategy, Component, DestroyRef, inject, signal } from '@angular/core'
import { takeUntilDestroyed } from '@angular/core/rxjs-interop'

const controls = [
  { name: 'refresh', label: 'Refresh the banks' },
  { name: 'expire', label: 'Expire the token' },
  { name: 'fail', label: 'Let the service fail' },
  { name: 'recover', label: 'Let it recover' },
  { name: 'forget', label: 'Forget my session' },
]

/** Makes things happen in the sandbox, to see what the app does. Only an example has this. */
@Component({
  selector: 'app-sandbox-controls',
  template: `
    <details>
      <summary class="soft small">Make something happen in the sandbox</summary>
      <div>
        @for (control of controls; track control.name) {
          <button type="button" (click)="press(control.name)">{{ control.label }}</button>
        }
      </div>
      <p role="status" class="soft small">{{ reported() }}</p>
    </details>
  `,
  styles: `
    :host {
      display: block;
    }

    summary {
      width: fit-content;
      padding-block: 0.5rem;
      cursor: pointer;
    }

    div {
      display: flex;
      flex-wrap: wrap;
      gap: 0.5rem;
      padding-block: 0.5rem;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class SandboxControls {
  readonly #http = inject(HttpClient)
  readonly #destroyRef = inject(DestroyRef)
  protected readonly controls = controls
  protected readonly reported = signal('')

  protected press(name: string): void {
    this.#http
      .post<{ readonly reported: string }>(`/sandbox/${name}`, null)
      .pipe(takeUntilDestroyed(this.#destroyRef))
      .subscribe({
        next: ({ reported }) => this.reported.set(reported),
        error: () => this.reported.set('The server did not answer.'),
      })
  }
}
