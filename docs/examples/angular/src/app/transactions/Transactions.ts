import { ChangeDetectionStrategy, Component, computed, inject, signal } from '@angular/core'
import { isNone, none, toUndefined } from 'fp-ts/Option'
import type { ClientError, NavigateCommand, NavigationState, Transaction } from 'rxbank'
import { injectStream } from 'rxbank/angular'
import { Subject, tap, toArray } from 'rxjs'
import { injectBank, injectUser } from '../bank/injectBank'
import { ErrorNote } from '../error/ErrorNote'
import { hasMovedOn } from '../error/hasMovedOn'
import { Language } from '../language/Language'
import { accountNames, categoryNames } from './names'
import { TransactionTable } from './TransactionTable'

const nothing: NavigationState<Transaction> = { page: none, error: none }

/** The transactions of the user, a page at a time. */
@Component({
  selector: 'app-transactions',
  imports: [ErrorNote, TransactionTable],
  templateUrl: './Transactions.html',
  styleUrl: './Transactions.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class Transactions {
  readonly #bank = injectBank()
  readonly #user = injectUser()
  readonly #language = inject(Language)
  readonly #commands$ = new Subject<NavigateCommand>()

  protected readonly busy = signal(true)
  readonly #shown = injectStream(
    this.#user.transactions.navigate(this.#commands$, { limit: 20 }).pipe(tap((navigated) => this.#arrive(navigated))),
    { initialValue: nothing },
  )
  protected readonly page = computed(() => toUndefined(this.#shown.value().page))
  protected readonly error = computed(() => toUndefined(this.#shown.value().error))

  readonly #accounts = injectStream(this.#user.accounts.all().pipe(toArray()))
  readonly #categories = injectStream(() =>
    this.#bank.categories.all({ language: this.#language.code() }).pipe(toArray()),
  )
  protected readonly accounts = computed(() => accountNames(this.#accounts.value()))
  protected readonly categories = computed(() => categoryNames(this.#categories.value()))

  protected go(command: NavigateCommand): void {
    this.busy.set(true)
    this.#commands$.next(command)
  }

  protected tryAgain(error: ClientError): void {
    this.go(hasMovedOn(error) ? 'first' : 'reload')
  }

  #arrive({ error }: NavigationState<Transaction>): void {
    this.busy.set(false)
    if (isNone(error)) scrollTo({ top: 0 })
  }
}
