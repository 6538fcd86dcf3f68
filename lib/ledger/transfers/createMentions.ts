import { splitWords, wordsOf } from '../../service/model/similarity.js'
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
  /** Whether the service or a word says that the row is a transfer. */
  readonly isCalledTransfer: boolean
  /** Whether the service or a word says that the row is something else, such as a card purchase. */
  readonly isCalledOtherwise: boolean
  /** The words that say what or whom the row is about, without those that banks put into any text. */
  readonly topics: ReadonlySet<string>
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
    'achat achats cb carte purchase salaire salaires salary payroll wages gehalt lohn stipendio nomina salaris remboursement ' +
    'refund erstattung ruckerstattung rimborso reembolso interets interest zinsen dividende dividendes dividend cashback ' +
    'retrait dab especes atm cash withdrawal bargeld geldautomat prelievo'
  ).split(' '),
)

/** Words of any transfer, which say nothing about whom it is for. */
const commonWords = /* @__PURE__ */ new Set(
  (
    'a au aux d de des du en et l la le les par pour vers votre faveur emis recu sepa inst instant instantane permanent ' +
    'interne mouvement by for from internal my of online own payment standing order the to your an auf aus der die fur nach ' +
    'und von zu al da del di per por desde hacia naar van'
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
  const accountWords = new Map(
    accounts.map(({ id, name }) => [String(id), wordsOf(typeof name === 'string' ? name : '')] as const),
  )
  const ownNames = names.map(spaced).filter((name) => name.trim().length >= minName)

  return ({ account, operation, text, bankText }) => {
    const texts = [text.slice(0, maxLength), bankText.slice(0, maxLength)]
    const compacts = texts.map(compactIban)
    const words = texts.map(spaced)
    const ibansThere = ibans.filter(([iban]) => compacts.some((compact) => compact.includes(iban)))
    const ownIbans = ibans.filter(([, owner]) => owner === account).map(([iban]) => iban)
    const topics = words.flatMap((there) => Array.from(wordsOf(there)))
    const ignored = [transferWords, commonWords, accountWords.get(account) ?? new Set<string>()]
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
      topics: new Set(topics.filter((word) => !ignored.some((set) => set.has(word)) && !/\p{N}/u.test(word))),
    }
  }
}
