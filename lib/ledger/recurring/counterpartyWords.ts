import type { LedgerEntry } from '../LedgerEntry.js'

/** How many characters of a text are read. */
const maxLength = 200

/** Words of banks that say how a payment is made, not with whom; legal forms; and the words between others. */
const commonWords = /* @__PURE__ */ new Set(
  (
    'prlv prelevement prelevements sepa europeen core emetteur ech echeance id ics mdt mandat mandate ref reference ' +
    'motif libelle cb carte card facture paiement payment achat du de des la le les en au aux et a vir virt virement ' +
    'virements inst instantane recu emis web permanent perm retrait dab distributeur visa mastercard paypal sumup ' +
    'zettle stripe sq to on from at the of for and lastschrift einzug rate beitrag mandatsref glaeubiger ' +
    'kartenzahlung kartenzahlg ueberweisung dauerauftrag gutschrift gehalt lohn an von fuer auszahlung geldautomat ' +
    'direct debit dd ddr standing order sto faster fp fps bill bank giro bgc pos vis contactless purchase ' +
    'cash atm withdrawal adeudo recibo transferencia compra tarjeta addebito bonifico carta sarl sas sa ag gmbh ltd ' +
    'limited inc plc bv llc se spa srl iard com www http https fr eu uk net org'
  ).split(' '),
)

/** The names of months in the languages of the service's countries, without accents. */
const monthNames = /* @__PURE__ */ new Set(
  (
    'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre jan fev feb avr juil sept oct ' +
    'nov dec january february march april may june july august september october november december januar februar ' +
    'maerz marz juni juli oktober dezember enero febrero marzo abril mayo junio julio agosto septiembre octubre ' +
    'noviembre diciembre gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre'
  ).split(' '),
)

/** Words after which a word with a digit is a reference. */
const referenceWords = /* @__PURE__ */ new Set(['ref', 'reference', 'mandatsref', 'mdt', 'rum', 'id', 'ics', 'ech'])

/** A word, or a short name with `&`, such as `B&Q`. */
const wordPattern =
  /(?:[\p{L}\p{N}]{1,2} ?& ?[\p{L}\p{N}]|[\p{L}\p{N}] ?& ?[\p{L}\p{N}]{2})(?![\p{L}\p{N}])|[\p{L}\p{N}]+/gu

const hasDigit = /\p{N}/u

/** Letters with one digit before or after them, such as `O2` and `7eleven`. Other words with digits are references. */
const nameWithDigit = /^(?:\p{N}\p{L}{1,9}|\p{L}{1,9}\p{N})$/u

const wordsOf = (text: string): ReadonlyArray<string> => {
  const plain = text.slice(0, maxLength).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return Array.from(plain.matchAll(wordPattern), ([word]) => word.replaceAll(' ', ''))
}

const isName = (word: string): boolean =>
  word.includes('&') || (word.length > 1 && !hasDigit.test(word) && !commonWords.has(word) && !monthNames.has(word))

/**
 * The words of a text that name the counterparty, in their order: without references, dates and months, and without the
 * words by which banks say how a payment is made. A word with a digit is a name only if no name is before it.
 */
const namesIn = (text: string): ReadonlyArray<string> => {
  const words = wordsOf(text)
  const firstName = words.findIndex(isName)
  const isFirstName = (word: string, index: number): boolean =>
    (firstName < 0 || index < firstName) && nameWithDigit.test(word) && !referenceWords.has(words[index - 1] ?? '')
  return words.filter((word, index) => isName(word) || isFirstName(word, index))
}

/** How many words name a counterparty: those after them are often places and remarks. */
const maxWords = 2

/** The first words that name the counterparty of an entry; empty if its texts have none. */
export const counterpartyWords = ({ text, bankText }: LedgerEntry): ReadonlyArray<string> => {
  const names = namesIn(text)
  return (names.length > 0 ? names : namesIn(bankText)).slice(0, maxWords)
}

const mandated =
  /\b(prlv|prelevement|mandat|mdt|lastschrift|einzug|dauerauftrag|direct debit|dd|ddr|standing order|sto|permanent|perm|adeudo|domiciliacion|addebito)\b/

/** Whether an entry is a direct debit or a standing order, by the service or by the bank's text. */
export const isMandated = ({ operation, text, bankText }: LedgerEntry): boolean =>
  operation === 'direct_debit' ||
  mandated.test(
    `${bankText} ${text}`
      .slice(0, 2 * maxLength)
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase(),
  )
