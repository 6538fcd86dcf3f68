/** A transaction in the books. Its amount is in hundredths, whatever the currency. */
export interface BudgetTransaction {
  readonly id: string
  readonly account: string
  readonly date: string
  readonly amount: number
  readonly cleared: boolean
  readonly imported_id: string
}

/** A transaction to add. */
export interface NewTransaction extends Omit<BudgetTransaction, 'id'> {
  readonly payee_name: string
  readonly imported_payee: string
}

/** What is read and written of an open budget of Actual. */
export interface Budget {
  readonly accounts: () => Promise<ReadonlyArray<{ readonly id: string; readonly name: string }>>
  readonly addAccount: (name: string) => Promise<string>
  readonly renameAccount: (id: string, name: string) => Promise<unknown>
  /** Closes an account that has no transactions. Returns whether it did. */
  readonly closeIfEmpty: (id: string) => Promise<boolean>
  readonly accountNote: (id: string) => Promise<string>
  readonly writeAccountNote: (id: string, note: string) => Promise<unknown>
  /** The transactions with these imported ids; without ids, all whose imported id begins with `prefix`. */
  readonly find: (prefix: string, importedIds?: ReadonlyArray<string>) => Promise<ReadonlyArray<BudgetTransaction>>
  /** Adds transactions that are not there by their `imported_id`. */
  readonly add: (account: string, transactions: ReadonlyArray<NewTransaction>) => Promise<unknown>
  readonly change: (id: string, fields: Partial<BudgetTransaction>) => Promise<unknown>
  readonly remove: (id: string) => Promise<unknown>
  /** Sends what was written to the server of the budget, if it has one, and gets what others have written. */
  readonly sync: () => Promise<unknown>
}
