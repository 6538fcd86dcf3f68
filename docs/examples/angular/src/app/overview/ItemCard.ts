import { ChangeDetectionStrategy, Component, input, output } from '@angular/core'
import type { Account, Item } from 'rxbank'
import { AccountRow } from './AccountRow'
import { RefreshState } from './RefreshState'

/** A bank that the user has connected: its accounts, and how its refresh is. */
@Component({
  selector: 'app-item-card',
  imports: [AccountRow, RefreshState],
  template: `
    <section class="card" [attr.aria-label]="bank()">
      <header>
        <h2>{{ bank() }}</h2>
        <app-refresh-state [itemId]="item().id" (refreshed)="refreshed.emit()" />
      </header>
      <ul>
        @for (account of accounts(); track account.id) {
          <li><app-account-row [account]="account" /></li>
        } @empty {
          <li class="soft small">Its accounts are shown when its data has come.</li>
        }
      </ul>
    </section>
  `,
  styles: `
    section {
      overflow: hidden;
    }

    header {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: space-between;
      gap: 0.25rem 1rem;
      padding: 1rem 1.25rem 0.875rem;
    }

    .small {
      padding: 0 1.25rem 1rem;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ItemCard {
  readonly item = input.required<Item>()
  readonly bank = input.required<string>()
  readonly accounts = input.required<ReadonlyArray<Account>>()
  readonly refreshed = output()
}
