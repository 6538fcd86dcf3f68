import { splitWords, wordsOf } from '../../service/model/similarity.js'
import type { LedgerEntry } from '../toLedgerEntry.js'
import { compactIban, findIbans, isSameAccount, type OwnAccounts } from './ownAccounts.js'
import type { TransferRule } from './TransferConfig.js'

/** What the texts of a row mention about the other half of a transfer. */
export interface Mentions {
  /** The person's other accounts whose IBAN or French account number is in a text. */
  readonly accountsByIban: ReadonlySet<string>
  /** Whether a text has an IBAN other than the own account's. */
  readonly hasOtherIban: boolean
  /** The person's accounts, other than the row's own, whose name is in a text. */
  readonly accountsByName: ReadonlySet<string>
  /** Whether a text has a name of the person. */
  readonly hasOwnName: boolean
  /** Whether the service or a word says that the row is a transfer. */
  readonly isCalledTransfer: boolean
  /** Whether a word says that the row is a payment by card, or the bill of a card. */
  readonly hasCardWord: boolean
  /** Whether a word says that the row is the bill of a card. */
  readonly isCalledBill: boolean
  /** Whether a word says that the row is something else, such as a salary. */
  readonly isCalledOtherwise: boolean
  /** The words that say what or whom the row is about, without words that banks put into every text. */
  readonly topics: ReadonlySet<string>
}

/**
 * Words that banks write in the text of a transfer, without accents: French, English, German, Italian, Spanish, Dutch.
 */
const transferWords = /* @__PURE__ */ new Set(
  (
    'vir virt virement virements transfer transfers transfert transferts uberweisung ueberweisung umbuchung ubertrag ' +
    'uebertrag dauerauftrag bonifico giroconto transferencia traspaso overboeking'
  ).split(' '),
)

/** Words in the texts of payments by card, and of the bills of cards. */
const cardWords = /* @__PURE__ */ new Set(
  'cb carte cartes card cards karte kreditkarte kartenzahlung carta tarjeta kaart'.split(' '),
)

/** Words that say that a row is the bill of a card. */
const billWords = /* @__PURE__ */ new Set(
  (
    'releve releves decompte differe differes statement abrechnung kartenabrechnung kreditkartenabrechnung estratto ' +
    'extracto liquidacion afrekening'
  ).split(' '),
)

/** Words in the texts of bills, which do not say what was bought. */
const billingWords = /* @__PURE__ */ new Set(
  (
    'facture factures paiement paiements prelevement prelevements prlv reglement reglements automatique debit debits ' +
    'solde total mensuel mensuelle bancaire credit payment payments monthly bill balance direct thank you received ' +
    'merci lastschrift zahlung saldo addebito pago recibo'
  ).split(' '),
)

/** Words in the texts of rows that are not transfers between accounts of one person, such as purchases and salaries. */
const otherWords = /* @__PURE__ */ new Set(
  (
    'achat achats purchase salaire salaires salary payroll wages gehalt lohn stipendio nomina salaris remboursement ' +
    'refund erstattung ruckerstattung rimborso reembolso interets interest zinsen dividende dividendes dividend cashback ' +
    'retrait dab especes atm cash withdrawal bargeld geldautomat prelievo'
  ).split(' '),
)

/** Words in the text of any transfer, which do not say whom it is for. */
const commonWords = /* @__PURE__ */ new Set(
  (
    'a au aux d de des du en et l la le les par pour vers votre faveur emis recu sepa inst instant instantane permanent ' +
    'interne mouvement by for from internal my of online own payment standing order the to your an auf aus der die fur nach ' +
    'und von zu al da del di per por desde hacia naar van epargne savings sparen ahorro risparmio'
  ).split(' '),
)

/** The number of characters of a text that are read, because a text may have any length. */
const maxLength = 500

/** The minimum length of a name in characters: shorter ones would be found by chance. */
const minName = 3

/** The words of a text, with a space before, between and after them, so that `includes` finds only complete words. */
const toSpacedWords = (text: string): string => ` ${splitWords(text).join(' ')} `

/**
 * The text to search for an IBAN. French banks also write its account number (RIB), which is all but its first four
 * characters: a text with the IBAN contains it too.
 */
const searchedNumber = (iban: string): string => (/^(FR|MC).{25}$/.test(iban) ? iban.slice(4) : iban)

/** The names of accounts, without names that are too short or that several accounts have. */
const uniqueNames = (
  names: ReadonlyArray<readonly [name: unknown, account: string]>,
): ReadonlyArray<readonly [string, string]> => {
  const accountsOf = new Map<string, Set<string>>()
  for (const [name, account] of names) {
    const words = typeof name === 'string' ? toSpacedWords(name) : ''
    if (words.trim().length >= minName) accountsOf.set(words, (accountsOf.get(words) ?? new Set()).add(account))
  }
  return Array.from(accountsOf).flatMap(([name, accounts]) =>
    accounts.size === 1 ? Array.from(accounts, (account) => [name, account] as const) : [],
  )
}

/** The topics of a card's bill, without words that any bill may have. The rest may name a shop, for example. */
export const billTopics = (topics: ReadonlySet<string>, nameWords: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    Array.from(topics).filter((word) => ![cardWords, billWords, billingWords, nameWords].some((set) => set.has(word))),
  )

/** Creates the function that reads the texts of rows by a rule. */
export const createMentions = (
  { accounts, names }: Pick<TransferRule, 'accounts' | 'names'>,
  ownAccounts: OwnAccounts,
): ((entry: LedgerEntry) => Mentions) => {
  const ibans = Array.from(ownAccounts).flatMap(([id, { iban }]) =>
    iban === '' ? [] : [{ iban, searched: searchedNumber(iban), owner: id }],
  )
  const accountNames = uniqueNames(accounts.map(({ id, name }) => [name, String(id)]))
  const ownNames = names.map(toSpacedWords).filter((name) => name.trim().length >= minName)

  return ({ account, operation, text, bankText }) => {
    const texts = [text.slice(0, maxLength), bankText.slice(0, maxLength)]
    const compacts = texts.map(compactIban)
    const words = texts.map(toSpacedWords)
    const { iban: ownIban = '', nameWords = new Set<string>() } = ownAccounts.get(account) ?? {}
    const foundIbans = ibans.filter(
      ({ iban, searched }) => iban !== ownIban && compacts.some((compact) => compact.includes(searched)),
    )
    const topics = words.flatMap((text) => Array.from(wordsOf(text)))
    const ignored = [transferWords, commonWords, nameWords]
    const hasName = (name: string) => words.some((spacedWords) => spacedWords.includes(name))
    const hasWordOf = (set: ReadonlySet<string>) =>
      words.some((spacedWords) => spacedWords.split(' ').some((word) => set.has(word)))
    return {
      accountsByIban: new Set(foundIbans.map(({ owner }) => owner)),
      hasOtherIban: texts.flatMap(findIbans).some((iban) => iban !== ownIban),
      accountsByName: new Set(
        accountNames
          .filter(([name, owner]) => !isSameAccount(ownAccounts, owner, account, true) && hasName(name))
          .map(([, owner]) => owner),
      ),
      hasOwnName: ownNames.some(hasName),
      isCalledTransfer: operation === 'transfer' || hasWordOf(transferWords),
      hasCardWord: hasWordOf(cardWords),
      isCalledBill: hasWordOf(billWords),
      isCalledOtherwise: hasWordOf(otherWords),
      topics: new Set(topics.filter((word) => !ignored.some((set) => set.has(word)) && !/\p{N}/u.test(word))),
    }
  }
}
