import { ChangeDetectionStrategy, Component, inject, input } from '@angular/core'
import type { Transaction } from 'rxbank'
import { Amount } from '../format/Amount'
import { Day } from '../format/Day'
import { Language } from '../language/Language'
import { nameOf, type Names } from './names'

/** Transactions, the newest first. */
@Component({
  selector: 'app-transaction-table',
  imports: [Amount, Day],
  templateUrl: './TransactionTable.html',
  styleUrl: './TransactionTable.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class TransactionTable {
  protected readonly language = inject(Language)
  protected readonly nameOf = nameOf
  readonly transactions = input.required<ReadonlyArray<Transaction>>()
  readonly categories = input.required<Names>()
  readonly accounts = input.required<Names>()

  protected isCredit({ amount }: Transaction): boolean {
    return typeof amount === 'number' && amount > 0
  }
}
