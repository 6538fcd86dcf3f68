import { ChangeDetectionStrategy, Component, computed, inject } from '@angular/core'
import { type Feed, liveFeed, type Transaction } from 'rxbank'
import { injectStream } from 'rxbank/angular'
import { Subject, toArray } from 'rxjs'
import { injectBank, injectUser } from '../bank/injectBank'
import { rhythm } from '../bank/rhythm'
import { ErrorNote } from '../error/ErrorNote'
import { Time } from '../format/Time'
import { Language } from '../language/Language'
import { accountNames, categoryNames } from './names'
import { TransactionTable } from './TransactionTable'

const unread: Feed<Transaction> = { rows: [], hasMore: false, status: 'loading' }

/** The newest transactions of the user, live, and older ones on demand. */
@Component({
  selector: 'app-transactions',
  imports: [ErrorNote, Time, TransactionTable],
  templateUrl: './Transactions.html',
  styleUrl: './Transactions.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Transactions {
  readonly #bank = injectBank()
  readonly #user = injectUser()
  readonly #language = inject(Language)

  protected readonly more$ = new Subject<void>()
  protected readonly feed = injectStream(
    liveFeed(this.#user.transactions, { pageSize: 20, more$: this.more$, every: rhythm.changes }),
    { initialValue: unread },
  )
  protected readonly shown = this.feed.value
  protected readonly summary = computed(() => {
    const { rows, hasMore } = this.shown()
    return rows.length === 0 ? '' : `${hasMore ? 'The newest' : 'All'} ${String(rows.length)} transactions`
  })

  readonly #accounts = injectStream(this.#user.accounts.all().pipe(toArray()))
  readonly #categories = injectStream(() =>
    this.#bank.categories.all({ language: this.#language.code() }).pipe(toArray()),
  )
  protected readonly accounts = computed(() => accountNames(this.#accounts.value()))
  protected readonly categories = computed(() => categoryNames(this.#categories.value()))
}
