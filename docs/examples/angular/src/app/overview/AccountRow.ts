import { ChangeDetectionStrategy, Component, input } from '@angular/core'
import { RouterLink } from '@angular/router'
import type { Account } from 'rxbank'
import { Amount } from '../format/Amount'

/** An account: what it is called, what it is, what is on it; and the way to its balances over time. */
@Component({
  selector: 'app-account-row',
  imports: [Amount, RouterLink],
  template: `
    <span class="name">
      <a routerLink="/account" [queryParams]="{ id: account().id }">{{
        account().name ?? 'Account ' + account().id
      }}</a>
      <span class="soft small">{{ account().type?.replaceAll('_', ' ') }}</span>
    </span>
    <span class="figure">{{ account().balance | amount: account().currency_code }}</span>
  `,
  styles: `
    :host {
      display: flex;
      align-items: baseline;
      justify-content: space-between;
      gap: 1rem;
      padding: 0.6875rem 1.25rem;
      border-top: 1px solid var(--line);
    }

    .name {
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      column-gap: 0.5rem;
    }

    a {
      color: inherit;
      text-decoration-color: var(--line);
    }

    a:hover {
      text-decoration-color: currentColor;
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class AccountRow {
  readonly account = input.required<Account>()
}
