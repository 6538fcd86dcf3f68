import { splitWords } from '../../service/model/similarity.js'
import type { LedgerEntry } from '../LedgerEntry.js'
import { compactIban, findIbans } from './findIbans.js'
import type { TransferRule } from './TransferConfig.js'

/** What the texts of a row say about the other half of a transfer. */
export interface Mentions {
  /** The person's other accounts whose IBAN is in a text. */
  readonly accountsByIban: ReadonlySet<string>
  /** Whether a text has an IBAN that is not the one of the row's own account. */
  readonly hasOtherIban: boolean
  /** The person's other accounts whose name is in a text. */
  readonly accountsByName: ReadonlySet<string>
  /** Whether a text has a name of the person. */
  readonly hasOwnName: boolean
  readonly isCalledTransfer: boolean
  readonly isCalledOtherwise: boolean
}

/** Words that banks write in the text of a transfer, without accents: French, English, German, Italian, Spanish, Dutch. */
const transferWords = /* @__PURE__ */ new Set(
  (
    'vir virt virement virements transfer transfers transfert transferts uberweisung ueberweisung umbuchung ubertrag ' +
    'uebertrag dauerauftrag bonifico giroconto transferencia traspaso overboeking'
  ).split(' '),
)

/** Words of rows that are not between accounts of one person. */
const otherWords = /* @__PURE__ */ new Set(
  (
    'achat achats purchase salaire salaires salary payroll wages gehalt lohn stipendio nomina salaris remboursement refund ' +
    'erstattung ruckerstattung rimborso reembolso interets interest zinsen dividende dividendes dividend cashback'
  ).split(' '),
)

/** The characters of a text that are read: a row may have a text of any length. */
const maxLength = 500

/** The shortest own name or IBAN that is looked for, in characters: a shorter one would be found by chance. */
const minName = 3
const minIban = 10

const spaced = (text: string): string => ` ${splitWords(text).join(' ')} `

/** Names by what they are a name of, without those that are too short and those of several accounts. */
const nameList = (
  names: ReadonlyArray<readonly [name: unknown, account: string]>,
): ReadonlyArray<readonly [string, string]> => {
  const accountsOf = new Map<string, Set<string>>()
  for (const [name, account] of names) {
    const words = typeof name === 'string' ? spaced(name) : ''
    if (words.trim().length >= minName) accountsOf.set(words, (accountsOf.get(words) ?? new Set()).add(account))
  }
  return Array.from(accountsOf).flatMap(([name, accounts]) =>
    accounts.size === 1 ? Array.from(accounts, (account) => [name, account] as const) : [],
  )
}

/** The function that reads the texts of rows by a rule. */
export const createMentions = ({ accounts, names }: TransferRule): ((entry: LedgerEntry) => Mentions) => {
  const ibans = accounts.flatMap(({ id, iban }) => {
    const compact = typeof iban === 'string' ? compactIban(iban) : ''
    return compact.length >= minIban ? [[compact, String(id)] as const] : []
  })
  const accountNames = nameList(accounts.map(({ id, name }) => [name, String(id)]))
  const ownNames = names.map(spaced).filter((name) => name.trim().length >= minName)

  return ({ account, operation, text, bankText }) => {
    const texts = [text.slice(0, maxLength), bankText.slice(0, maxLength)]
    const compacts = texts.map(compactIban)
    const words = texts.map(spaced)
    const ibansThere = ibans.filter(([iban]) => compacts.some((compact) => compact.includes(iban)))
    const ownIbans = ibans.filter(([, owner]) => owner === account).map(([iban]) => iban)
    const has = (name: string) => words.some((there) => there.includes(name))
    const hasWordOf = (set: ReadonlySet<string>) =>
      words.some((there) => there.split(' ').some((word) => set.has(word)))
    return {
      accountsByIban: new Set(ibansThere.map(([, owner]) => owner).filter((owner) => owner !== account)),
      hasOtherIban: texts.flatMap(findIbans).some((iban) => !ownIbans.includes(iban)),
      accountsByName: new Set(
        accountNames.filter(([name, owner]) => owner !== account && has(name)).map(([, owner]) => owner),
      ),
      hasOwnName: ownNames.some(has),
      isCalledTransfer: operation === 'transfer' || hasWordOf(transferWords),
      isCalledOtherwise: operation === 'card' || hasWordOf(otherWords),
    }
  }
}
