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

const patternOf: ReadonlyMap<string, string> = new Map([
  ['n', '\\d'],
  ['a', '[A-Z]'],
  ['c', '[A-Z\\d]'],
])

/** What follows the check digits in an IBAN of a country. */
interface AccountNumber {
  readonly length: number
  readonly pattern: RegExp
}

const toAccountNumber = (structure: string): AccountNumber => {
  const parts = Array.from(structure.matchAll(/(\d+)([nac])/g), ([, length = '', kind = '']) => ({ length, kind }))
  return {
    length: parts.reduce((sum, { length }) => sum + Number(length), 0),
    pattern: new RegExp(`^${parts.map(({ length, kind }) => `${patternOf.get(kind) ?? ''}{${length}}`).join('')}$`),
  }
}

const accountNumbers: ReadonlyMap<string, AccountNumber> = new Map(
  Object.entries(countriesByStructure).flatMap(([structure, countries]) =>
    countries.split(' ').map((country) => [country, toAccountNumber(structure)] as const),
  ),
)

const hasValidChecksum = (iban: string): boolean => {
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(parseInt(letter, 36)))
  return BigInt(digits) % 97n === 1n
}

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

/** The positions of the first and the last letter of an IBAN. */
type Span = readonly [first: number, last: number]

/** Finds the IBANs in a text of plain letters. Spans that overlap become one. */
const findIbans = (letters: string): ReadonlyArray<Span> => {
  const spans: Array<Span> = []
  for (const { index: first, 1: country = '' } of letters.matchAll(/(?=([A-Z]{2})\d{2})/g)) {
    const number = accountNumbers.get(country)
    if (number === undefined) continue
    const iban = letters.slice(first, first + 4 + number.length)
    if (!number.pattern.test(iban.slice(4)) || !hasValidChecksum(iban)) continue
    const [start = 0, end = -1] = spans.at(-1) ?? []
    const last = first + iban.length - 1
    if (first <= end) spans[spans.length - 1] = [start, Math.max(end, last)]
    else spans.push([first, last])
  }
  return spans
}

/**
 * Masks each IBAN in a text, except for its country and its last four characters. An IBAN is found in any case, width
 * and script, with anything between its characters that is neither a letter nor a number. It must have the structure of
 * its country and a correct checksum, because creditor identifiers and order numbers can look like the beginning of an
 * IBAN.
 */
export const maskIbans = (text: string): string => {
  const characters = Array.from(text)
  const plain = characters.map(plainLetters)
  const letters = plain.join('')
  const ibans = findIbans(letters)
  if (ibans.length === 0) return text
  const places: Array<number> = []
  for (const [place, { length }] of plain.entries()) for (let at = 0; at < length; at += 1) places.push(place)
  let masked = ''
  let from = 0
  for (const [first, last] of ibans) {
    const before = characters.slice(from, places[first]).join('')
    masked += `${before}${letters.slice(first, first + 2)}…${letters.slice(last - 3, last + 1)}`
    from = (places[last] ?? 0) + 1
  }
  return `${masked}${characters.slice(from).join('')}`
}
