import type { Budget } from './Budget.js'

/** What the note of an account in the books says of the account at the bank. */
const mark = (bankId: string): string => `rxbank account ${bankId}`

const marked = /^rxbank account (\S+)$/m

/** Which account of the books is which account of the bank. */
export interface AccountLinks {
  /** The id of the bank's account, if an account of the books belongs to one. */
  readonly bankIdOf: (account: string) => string | undefined
  /** The account of the books, which is created if there is none. */
  readonly accountOf: (bankId: string, name: string) => Promise<string>
}

/**
 * Reads the links, which are lines in the notes of accounts: so they are where the accounts are, and no crash can part them.
 * A new account is called like its line until its note is written: a later start then knows whose it is.
 */
export const readAccountLinks = async (budget: Budget): Promise<AccountLinks> => {
  const linked = new Map<string, { readonly id: string; readonly isComplete: boolean }>()
  const bankIds = new Map<string, string>()
  const link = (bankId: string, id: string, isComplete: boolean): void => {
    linked.set(bankId, { id, isComplete })
    bankIds.set(id, bankId)
  }
  for (const { id, name } of await budget.accounts()) {
    const bankId = (marked.exec(await budget.accountNote(id)) ?? marked.exec(name))?.[1]
    if (bankId !== undefined) link(bankId, id, !marked.test(name))
  }
  return {
    bankIdOf: (account) => bankIds.get(account),
    accountOf: async (bankId, name) => {
      const found = linked.get(bankId)
      if (found?.isComplete === true) return found.id
      const id = found?.id ?? (await budget.addAccount(mark(bankId)))
      await budget.writeAccountNote(id, mark(bankId))
      await budget.renameAccount(id, name === '' ? `Account ${bankId}` : name)
      link(bankId, id, true)
      return id
    },
  }
}
