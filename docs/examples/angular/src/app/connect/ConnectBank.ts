import { ChangeDetectionStrategy, Component, DestroyRef, inject, input, signal } from '@angular/core'
import { takeUntilDestroyed } from '@angular/core/rxjs-interop'
import { injectUser } from '../bank/injectBank'
import { explain } from '../error/explain'
import { openBankForm } from './openBankForm'

/** The way to the bank form: to connect another bank or, with `itemId`, to correct what is known of one. */
@Component({
  selector: 'app-connect-bank',
  template: `
    <button type="button" [class.main]="itemId() === undefined" [disabled]="busy()" (click)="open()">
      {{ label() }}
    </button>
    @if (failure(); as failure) {
      <p role="alert" class="small">{{ failure.what }} {{ failure.advice }}</p>
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ConnectBank {
  readonly #user = injectUser()
  readonly #destroyRef = inject(DestroyRef)
  readonly itemId = input<number>()
  readonly label = input.required<string>()
  protected readonly busy = signal(false)
  protected readonly failure = signal<ReturnType<typeof explain> | undefined>(undefined)

  protected open(): void {
    this.busy.set(true)
    this.failure.set(undefined)
    const itemId = this.itemId()
    const redirectUrl = `${location.origin}/connected`
    this.#user.bankForm
      .url(itemId === undefined ? { redirectUrl } : { redirectUrl, itemId })
      .pipe(takeUntilDestroyed(this.#destroyRef))
      .subscribe({
        next: openBankForm,
        error: (error: unknown) => {
          this.failure.set(explain(error))
          this.busy.set(false)
        },
      })
  }
}
