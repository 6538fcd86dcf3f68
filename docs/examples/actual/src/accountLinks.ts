import type { Budget } from './Budget.js'

/** What the note of an account in the books says of the account at the bank. */
const mark = (bankId: string): string => `rxbank account ${bankId}`

const marked = /^rxbank account (\S+)$/m

/** Which account of the books is which account of the bank. */
export interface AccountLinks {
  /** The lineage of the bank's account, if an account of the books belongs to one. */
  readonly lineageOf: (account: string) => string | undefined
  /** The account of the books, which is created if there is none. */
  readonly accountOf: (lineage: string, name: string) => Promise<string>
  /** Accounts of the books whose account at the bank has proven to be another one: that one's account has its rows. */
  readonly spareAccounts: () => ReadonlyArray<string>
}

/** An account of the books. `isComplete`: whether it has its note and its name. */
interface LinkedAccount {
  readonly id: string
  readonly bankId: string
  readonly isComplete: boolean
}

/**
 * Reads the links, which are lines in the notes of accounts: so they are where the accounts are, and no crash can part them.
 * A new account is called like its line until its note is written: a later start then knows whose it is. The line has the
 * lineage of the bank's account, or any of the ids that the account has had.
 */
export const readAccountLinks = async (
  budget: Budget,
  lineageOf: (bankId: string) => string,
): Promise<AccountLinks> => {
  const linked: Array<LinkedAccount> = []
  for (const { id, name } of await budget.accounts()) {
    const bankId = (marked.exec(await budget.accountNote(id)) ?? marked.exec(name))?.[1]
    if (bankId !== undefined) linked.push({ id, bankId, isComplete: !marked.test(name) })
  }
  const find = (lineage: string): LinkedAccount | undefined =>
    linked.find(({ bankId }) => bankId === lineage) ?? linked.find(({ bankId }) => lineageOf(bankId) === lineage)
  const lineages = new Map(linked.map(({ id, bankId }) => [id, lineageOf(bankId)]))
  return {
    lineageOf: (account) => lineages.get(account),
    accountOf: async (lineage, name) => {
      const found = find(lineage)
      if (found?.isComplete === true) return found.id
      const id = found?.id ?? (await budget.addAccount(mark(lineage)))
      await budget.writeAccountNote(id, mark(lineage))
      await budget.renameAccount(id, name === '' ? `Account ${lineage}` : name)
      linked.unshift({ id, bankId: lineage, isComplete: true })
      return id
    },
    spareAccounts: () =>
      linked.flatMap(({ id, bankId }) => {
        const first = find(lineageOf(bankId))
        return first === undefined || first.id === id ? [] : [id]
      }),
  }
}
