/** The countries by the structure of their account numbers: numbers of digits (n), letters (a), or either (c). */
const countriesByStructure = {
  '11n': 'NO',
  '12n': 'BE',
  '14n': 'AX DK FI FO GL SD',
  '15n': 'SI',
  '16n': 'AT BA EE LT MN XK',
  '17n': 'HR',
  '18n': 'CR DE ME RS VA',
  '19n': 'AE IL SO TL',
  '20n': 'CZ ES SE SK TN',
  '21n': 'AO CV LY MZ PT ST',
  '22n': 'DZ IR IS',
  '23n': 'BI CF CG CM DJ GA GQ KM MG MR TD',
  '24n': 'HU MA PL',
  '25n': 'EG',
  '2n18c': 'SA',
  '3n10c2n': 'MK',
  '3n13c': 'KZ LU',
  '3n16c': 'OM',
  '4n20c': 'LB',
  '5n12c': 'CH LI',
  '5n17c': 'TR',
  '6n19c': 'UA',
  '7n16c': 'GR',
  '8n12c': 'AD',
  '8n16c': 'AL CY',
  '10n11c2n': 'BL FR GF GP MC MF MQ NC PF PM RE TF WF YT',
  '14n15c': 'RU',
  '23n1a1c': 'BR',
  '1a10n12c': 'IT SM',
  '2a12n': 'FK',
  '2a16n': 'GE',
  '2a19n': 'GW',
  '4a10n': 'NL',
  '4a13c': 'LV',
  '4a14c': 'BH',
  '4a14n': 'GB IE',
  '4a15c': 'GI',
  '4a15n': 'IQ',
  '4a16c': 'PK RO',
  '4a16n': 'VG',
  '4a19n3a': 'MU',
  '4a20c': 'AZ',
  '4a20n': 'HN NI SV',
  '4a20n3a': 'SC',
  '4a21c': 'PS QA',
  '4a22c': 'KW',
  '4a24c': 'LC',
  '4a4n16c': 'BY',
  '4a4n18c': 'JO YE',
  '4a5n18c': 'MT',
  '4a6n8c': 'BG',
  '2c22n': 'BF BJ CI ML NE SN TG',
  '4c20n': 'DO',
  '20c': 'MD',
  '24c': 'GT',
}

/** The kinds of the characters of an account number, one letter each: `4a2n` is `aaaann`. */
const expand = (structure: string): string =>
  structure.replace(/(\d+)([nac])/g, (_, length: string, kind: string) => kind.repeat(Number(length)))

/** What follows the check digits in an IBAN, by country. */
const accountNumbers: ReadonlyMap<string, string> = new Map(
  Object.entries(countriesByStructure).flatMap(([structure, countries]) =>
    countries.split(' ').map((country) => [country, expand(structure)] as const),
  ),
)

/** A French account number, with the two digits of its key: an IBAN without its first four characters. */
const rib = expand('10n11c2n')
const maxRibLetters = 3

/** Words that people write between the parts of a French account number. */
const labels = /^(?:AGENCE|BANQUE|CLE|CODE|COMPTE|GUICHET|IBAN|NO|NUMERO|RIB)$/

/** The value of a digit of any script: each script has its ten digits in a row. */
const digitValue = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return String((code - first) % 10)
}

const plainLetter = (letter: string): string => {
  if (/[A-Z\d]/.test(letter)) return letter
  if (/\p{Nd}/u.test(letter)) return digitValue(letter)
  // A letter that cannot occur in an IBAN ends it; other characters separate its groups, or are invisible.
  return /[\p{L}\p{N}]/u.test(letter) && !/\p{Default_Ignorable_Code_Point}/u.test(letter) ? '?' : ''
}

const toPlainLetters = (character: string): string =>
  Array.from(character.normalize('NFKD').toUpperCase(), plainLetter).join('')

/** The letters of the most frequent characters, because normalizing each character makes a search 15 times slower. */
const latinLetters = Array.from({ length: 0x250 }, (_, code) => toPlainLetters(String.fromCharCode(code)))

/** The letters and digits that a character stands for, whatever its case, width and script. */
const plainLetters = (character: string): string =>
  latinLetters[character.codePointAt(0) ?? 0] ?? toPlainLetters(character)

/** The plain letters of a text. `isApart`: whether anything stands before a letter that is neither letter nor number. */
interface Letters {
  readonly text: string
  readonly isApart: (index: number) => boolean
}

/** An account number in a text: the positions of its first and last letter, and what is shown of it. */
interface Found {
  readonly first: number
  readonly last: number
  readonly country: string
  readonly end: string
}

/** Whether a word of letters that stands between the groups of a number is left out: by its text and its place. */
type Skip = (word: string, isOwnWord: boolean) => boolean

/**
 * What to leave out, tried in this order: nothing, because account numbers have letters too; labels and letters that stand
 * alone; and also letters between digits.
 */
const skips: ReadonlyArray<Skip> = [
  () => false,
  (word, isOwnWord) => isOwnWord && (word.length === 1 || labels.test(word)),
  (word) => word.length === 1 || labels.test(word),
]

const kinds: ReadonlyMap<string, RegExp> = new Map([
  ['n', /\d/],
  ['a', /[A-Z]/],
  ['c', /[A-Z\d]/],
])

/** The word of letters that begins at a position; empty if none does. */
const wordAt = ({ text, isApart }: Letters, start: number): string => {
  const isLetter = (index: number): boolean => /[A-Z?]/.test(text.charAt(index))
  if (!isLetter(start) || (isLetter(start - 1) && !isApart(start))) return ''
  let end = start + 1
  while (isLetter(end) && !isApart(end)) end += 1
  return text.slice(start, end)
}

/** The characters of an account number, and the position of the last one. */
interface AccountNumber {
  readonly number: string
  readonly last: number
}

const readNumber = (letters: Letters, start: number, structure: string, skip: Skip): AccountNumber | undefined => {
  const { text, isApart } = letters
  let number = ''
  for (let index = start; number.length < structure.length; index += 1) {
    const word = wordAt(letters, index)
    const letter = text.charAt(index)
    if (word !== '' && skip(word, isApart(index) && isApart(index + word.length))) index += word.length - 1
    else if (kinds.get(structure.charAt(number.length))?.test(letter) === true) number += letter
    else return undefined
    if (number.length === structure.length) return { number, last: index }
  }
  return undefined
}

/** Reads the first account number that is accepted, with more and more left out. */
const firstNumber = (
  letters: Letters,
  start: number,
  structure: string,
  isAccepted: (read: AccountNumber) => boolean,
): AccountNumber | undefined => {
  for (const skip of skips) {
    const read = readNumber(letters, start, structure, skip)
    if (read !== undefined && isAccepted(read)) return read
  }
  return undefined
}

/** The remainder of a number by 97; `valueOf` gives the digits of a letter. */
const remainder = (number: string, valueOf: (letter: string) => number): bigint =>
  BigInt(number.replace(/[A-Z]/g, (letter) => String(valueOf(letter)))) % 97n

const isIban = (iban: string): boolean =>
  remainder(`${iban.slice(4)}${iban.slice(0, 4)}`, (letter) => parseInt(letter, 36)) === 1n

/** A French key counts A and J as 1, B, K and S as 2, and so on. */
const isRib = (number: string): boolean =>
  number.replace(/\d/g, '').length <= maxRibLetters &&
  remainder(number, (letter) => ((parseInt(letter, 36) - 10 + (letter < 'S' ? 0 : 1)) % 9) + 1) === 0n

const findIbans = (letters: Letters): ReadonlyArray<Found> =>
  Array.from(letters.text.matchAll(/(?=([A-Z]{2})\d{2})/g)).flatMap(({ index: first, 1: country = '' }) => {
    const structure = accountNumbers.get(country)
    if (structure === undefined) return []
    const head = letters.text.slice(first, first + 4)
    const read = firstNumber(letters, first + 4, structure, ({ number }) => isIban(head + number))
    return read === undefined ? [] : [{ first, last: read.last, country, end: (head + read.number).slice(-4) }]
  })

/** Finds French account numbers. They begin and end where a number does, because any long number contains some. */
const findRibs = (letters: Letters): ReadonlyArray<Found> => {
  const { text, isApart } = letters
  if (text.replace(/\D/g, '').length < rib.length - maxRibLetters) return []
  const isEdge = (index: number): boolean => !/\d\d/.test(text.slice(index - 1, index + 1)) || isApart(index)
  return Array.from(text.matchAll(/\d/g)).flatMap(({ index: first }) => {
    if (!isEdge(first)) return []
    const read = firstNumber(letters, first, rib, ({ number, last }) => isRib(number) && isEdge(last + 1))
    return read === undefined ? [] : [{ first, last: read.last, country: '', end: read.number.slice(-4) }]
  })
}

/** Finds account numbers. IBANs that overlap become one. */
const findNumbers = (letters: Letters): ReadonlyArray<Found> => {
  const found: Array<Found> = []
  for (const next of findIbans(letters)) {
    const previous = found.at(-1)
    if (previous === undefined || next.first > previous.last) found.push(next)
    else if (next.last > previous.last) found[found.length - 1] = { ...previous, last: next.last, end: next.end }
  }
  for (const next of findRibs(letters))
    if (!found.some(({ first, last }) => next.first <= last && first <= next.last)) found.push(next)
  return found.sort((a, b) => a.first - b.first)
}

/**
 * Masks each IBAN in a text, except for its country and its last four characters, and each French account number (RIB),
 * except for its last four characters. An IBAN is found in any case, width and script, with anything between its
 * characters that is neither a letter nor a number, and with single letters between its groups. It must have the structure
 * of its country and a correct checksum, because creditor identifiers and order numbers can look like the beginning of an
 * IBAN.
 */
export const maskIbans = (text: string): string => {
  const characters = Array.from(text)
  const plain = characters.map(plainLetters)
  const places: Array<number> = []
  for (const [place, { length }] of plain.entries()) for (let at = 0; at < length; at += 1) places.push(place)
  const isApart = (index: number): boolean => (places[index] ?? 0) - (places[index - 1] ?? 0) > 1
  const numbers = findNumbers({ text: plain.join(''), isApart })
  let masked = ''
  let from = 0
  for (const { first, last, country, end } of numbers) {
    masked += `${characters.slice(from, places[first]).join('')}${country}…${end}`
    from = (places[last] ?? 0) + 1
  }
  return `${masked}${characters.slice(from).join('')}`
}
