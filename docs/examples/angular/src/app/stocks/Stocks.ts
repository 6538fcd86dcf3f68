import { ChangeDetectionStrategy, Component, computed, signal } from '@angular/core'
import { liveRows } from 'rxbank'
import { injectStream } from 'rxbank/angular'
import { tap } from 'rxjs'
import { injectUser } from '../bank/injectBank'
import { rhythm } from '../bank/rhythm'
import { ErrorNote } from '../error/ErrorNote'
import { Amount } from '../format/Amount'
import { text } from '../format/text'
import { totals } from '../format/totals'
import { LiveSign } from './LiveSign'
import { type Positions, withStocks } from './positions'
import { StockRow } from './StockRow'

/** The stocks of the user, whose prices move as long as they are shown. */
@Component({
  selector: 'app-stocks',
  imports: [Amount, ErrorNote, LiveSign, StockRow],
  templateUrl: './Stocks.html',
  styleUrl: './Stocks.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Stocks {
  readonly #user = injectUser()
  readonly #positions = signal<Positions>(new Map())

  protected readonly watch = injectStream(
    liveRows(this.#user.stocks, { every: rhythm.changes }).pipe(
      tap((stocks) => this.#positions.update((positions) => withStocks(positions, stocks))),
    ),
  )
  protected readonly positions = computed(() =>
    [...this.#positions().values()].sort((one, other) => text(one.stock.label).localeCompare(text(other.stock.label))),
  )
  protected readonly totals = computed(() =>
    Array.from(
      totals(this.positions().map(({ stock }) => ({ amount: stock.total_value, currency: stock.currency_code }))),
    ),
  )
}
