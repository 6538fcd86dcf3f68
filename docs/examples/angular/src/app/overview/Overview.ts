import { ChangeDetectionStrategy, Component, computed } from '@angular/core'
import { groupBy } from 'fp-ts/NonEmptyArray'
import type { Account } from 'rxbank'
import { injectStream } from 'rxbank/angular'
import { map, toArray } from 'rxjs'
import { injectBank, injectUser } from '../bank/injectBank'
import { ConnectBank } from '../connect/ConnectBank'
import { ErrorNote } from '../error/ErrorNote'
import { Amount } from '../format/Amount'
import { text } from '../format/text'
import { totals } from '../format/totals'
import { ItemCard } from './ItemCard'

const itemOf = ({ item_id }: Account): string => String(item_id)

/** The banks that the user has connected, with their accounts. */
@Component({
  selector: 'app-overview',
  imports: [Amount, ConnectBank, ErrorNote, ItemCard],
  template: `
    <div class="page-head">
      <div>
        <p class="soft small">All accounts together</p>
        <h1 class="figure">
          @for (total of totals(); track total[0]) {
            <span>{{ total[1] | amount: total[0] }}</span>
          } @empty {
            –
          }
        </h1>
      </div>
      <app-connect-bank label="Connect a bank" />
    </div>
    @if (items.error() ?? accounts.error(); as error) {
      <app-error-note [error]="error" (retry)="reload()" />
    }
    @if (items.value(); as shown) {
      <div class="items">
        @for (item of shown; track item.id) {
          <app-item-card
            [item]="item"
            [bank]="bankOf(item.bank_id)"
            [accounts]="accountsOf(item.id)"
            (refreshed)="accounts.reload()"
          />
        } @empty {
          <p class="soft">No bank is connected yet. Connect one, and its accounts appear here.</p>
        }
      </div>
    } @else if (items.isLoading()) {
      <div class="items" aria-busy="true" aria-label="Loading">
        <div class="ghost"></div>
        <div class="ghost"></div>
      </div>
    }
  `,
  styles: `
    h1 {
      display: flex;
      flex-wrap: wrap;
      gap: 0 1.5rem;
      font-size: 2.5rem;
    }

    .items {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(min(100%, 25rem), 1fr));
      align-items: start;
      gap: 1.25rem;
    }

    .ghost {
      height: 13rem;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Overview {
  readonly #bank = injectBank()
  readonly #user = injectUser()

  protected readonly items = injectStream(this.#user.items.all().pipe(toArray()))
  protected readonly accounts = injectStream(this.#user.accounts.all().pipe(toArray()))
  protected readonly banks = injectStream(
    this.#bank.banks.all({ limit: 500 }).pipe(
      toArray(),
      map((banks) => new Map(banks.map(({ id, name }) => [id, text(name)]))),
    ),
  )

  readonly #byItem = computed(() => groupBy(itemOf)(this.accounts.value() ?? []))
  protected readonly totals = computed(() =>
    Array.from(
      totals(
        (this.accounts.value() ?? []).map(({ balance, currency_code: currency }) => ({ amount: balance, currency })),
      ),
    ),
  )

  protected accountsOf(itemId: number): ReadonlyArray<Account> {
    return this.#byItem()[String(itemId)] ?? []
  }

  protected bankOf(id: unknown): string {
    return this.banks.value()?.get(Number(id)) || 'Your bank'
  }

  protected reload(): void {
    for (const list of [this.items, this.accounts, this.banks]) list.reload()
  }
}
