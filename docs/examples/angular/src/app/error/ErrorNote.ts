import { ChangeDetectionStrategy, Component, computed, input, output } from '@angular/core'
import { takeUntilDestroyed } from '@angular/core/rxjs-interop'
import { isClientError } from 'rxbank'
import { filter, fromEvent, map } from 'rxjs'
import { explain } from './explain'

/** A failure: what happened, what to do, and the button that tries again. What failed offline is tried again by itself. */
@Component({
  selector: 'app-error-note',
  template: `
    <div role="alert">
      <p>
        <strong>{{ explanation().what }}</strong> {{ explanation().advice }}
      </p>
      <button type="button" (click)="retry.emit()">Try again</button>
    </div>
  `,
  styles: `
    div {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: space-between;
      gap: 0.5rem 1rem;
      margin-bottom: 1rem;
      padding: 0.75rem 1rem;
      border: 1px solid var(--notice-line);
      border-radius: var(--radius);
      background: var(--notice);
      font-size: 0.9375rem;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ErrorNote {
  readonly error = input.required<unknown>()
  readonly retry = output()
  protected readonly explanation = computed(() => explain(this.error()))

  constructor() {
    fromEvent(window, 'online')
      .pipe(
        map(() => this.error()),
        filter((error) => isClientError(error) && error._tag === 'NetworkError'),
        takeUntilDestroyed(),
      )
      .subscribe(() => this.retry.emit())
  }
}
