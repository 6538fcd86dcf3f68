import { ChangeDetectionStrategy, Component, computed, input, numberAttribute } from '@angular/core'
import { injectStream } from 'rxbank/angular'
import { plotBalances } from 'rxbank/balances'
import { injectUser } from '../bank/injectBank'
import { ErrorNote } from '../error/ErrorNote'
import { Amount } from '../format/Amount'
import { Day } from '../format/Day'
import { decimalText } from '../format/decimalText'
import { readBalances } from './readBalances'

/** An account with its balance over time, as a plot and as a table. The places of the plot are in percent. */
@Component({
  selector: 'app-account-page',
  imports: [Amount, Day, ErrorNote],
  templateUrl: './AccountPage.html',
  styleUrl: './AccountPage.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class AccountPage {
  readonly #user = injectUser()
  readonly id = input.required({ transform: numberAttribute })

  protected readonly balances = injectStream(() => readBalances(this.#user, this.id()))
  protected readonly days = computed(() => this.balances.value()?.series ?? [])
  protected readonly newestFirst = computed(() => [...this.days()].reverse())
  protected readonly currency = computed(() => this.days().at(-1)?.currency ?? '')
  protected readonly plot = computed(() =>
    this.days().filter(({ _tag }) => _tag !== 'unknown').length < 2
      ? undefined
      : plotBalances(this.days(), { width: 100, height: 100, labelWidth: 20 }),
  )

  protected decimal(units: bigint): string | null {
    return decimalText(units, this.currency())
  }
}
