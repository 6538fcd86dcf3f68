import { ChangeDetectionStrategy, Component, computed, input } from '@angular/core'
import { Amount } from '../format/Amount'
import type { Position } from './positions'
import { Sparkline } from './Sparkline'

/** A row of the table of stocks. */
@Component({
  selector: 'tr[app-stock-row]',
  imports: [Amount, Sparkline],
  template: `
    <th scope="row">
      {{ stock().label }}
      <span class="soft small">{{ stock().quantity }} × {{ stock().ticker }}</span>
    </th>
    <td><app-sparkline [prices]="position().prices" /></td>
    <td class="end figure">
      {{ stock().current_price | amount: stock().currency_code }}
      <span class="below small" [class]="direction()">{{ shownChange() }}</span>
    </td>
    <td class="end figure wide-only" [class]="direction()">{{ shownChange() }}</td>
    <td class="end figure wide-only">{{ stock().total_value | amount: stock().currency_code }}</td>
  `,
  styles: `
    th {
      font-weight: 500;
    }

    th .small {
      display: block;
      font-weight: 400;
    }

    td {
      vertical-align: middle;
    }

    .up {
      color: var(--up);
    }

    .down {
      color: var(--down);
    }
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class StockRow {
  readonly position = input.required<Position>({ alias: 'app-stock-row' })
  protected readonly stock = computed(() => this.position().stock)
  /** In percent, since the first price that was seen. */
  protected readonly change = computed(() => {
    const { prices } = this.position()
    const [first = 0, last = first] = [prices[0], prices.at(-1)]
    return first === 0 ? 0 : (last / first - 1) * 100
  })
  protected readonly direction = computed(() => (this.change() > 0 ? 'up' : this.change() < 0 ? 'down' : 'soft'))
  protected readonly shownChange = computed(() => {
    const change = this.change()
    return `${change > 0 ? '+' : change < 0 ? '−' : ''}${Math.abs(change).toFixed(2)} %`
  })
}
