import { ChangeDetectionStrategy, Component, computed, signal } from '@angular/core'
import { injectStream } from 'rxbank/angular'
import { tap } from 'rxjs'
import { injectUser } from '../bank/injectBank'
import { rhythm } from '../bank/rhythm'
import { ErrorNote } from '../error/ErrorNote'
import { Amount } from '../format/Amount'
import { LiveSign } from './LiveSign'
import { type Positions, totals, withChanges } from './positions'
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
    this.#user.stocks
      .watchUpdated({ every: rhythm.changes })
      .pipe(tap(({ resources }) => this.#positions.update((positions) => withChanges(positions, resources)))),
  )
  protected readonly positions = computed(() =>
    [...this.#positions().values()].sort((one, other) =>
      (one.stock.label ?? '').localeCompare(other.stock.label ?? ''),
    ),
  )
  protected readonly totals = computed(() => [...totals(this.#positions())])
}
