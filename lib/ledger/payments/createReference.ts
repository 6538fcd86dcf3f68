/** The number of characters of a text that are read, because a text may have any length. */
const maxLength = 500

/** Calendar dates, whose digits would be found as references. */
const datePattern = /(?<!\d)(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2}))(?!\d)/

/** Longer than any gap within a reference. */
const dateMark = '     '

/** Letters that scanners and people write for digits. */
const digitOfLetter: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['o', '0'],
  ['i', '1'],
  ['l', '1'],
  ['z', '2'],
  ['s', '5'],
  ['b', '8'],
])

/** The texts of a payment, prepared for a search for references. */
export interface ReferenceText {
  /** The text in lower case, without accents and dates. */
  readonly plain: string
  /** The same with dates. */
  readonly withDates: string
  /** Without dates, and with digits instead of the letters that look like digits. */
  readonly asDigits: string
  readonly tokens: ReadonlyArray<string>
  /** The letters and digits of the three texts, for a quick check. */
  readonly compacts: string
}

export const toReferenceText = (...texts: ReadonlyArray<string>): ReferenceText => {
  const withDates = texts
    .map((text) => text.slice(0, maxLength).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase())
    .join(dateMark)
  const plain = withDates.replace(new RegExp(datePattern, 'g'), dateMark)
  const asDigits = plain.replace(/[ilosbz]/g, (letter) => digitOfLetter.get(letter) ?? letter)
  const compacts = Array.from(new Set([plain, withDates, asDigits]), (written) =>
    written.replace(/[^\p{L}\p{N}]/gu, ''),
  )
  return { plain, withDates, asDigits, compacts: compacts.join(' '), tokens: plain.match(/[\p{L}\p{N}]+/gu) ?? [] }
}

/** A reference, prepared to be found in many texts. */
export interface Reference {
  /** The same for two ways to write one reference. */
  readonly key: string
  /** The letters and digits of the ways to write it, of which a text has at least one if `isIn` is true. */
  readonly spellings: ReadonlyArray<string>
  /** Matches a text with a reference of the same form, such as two letters and seven digits. */
  readonly form: string
  /** Whether a text has the complete reference, also with letters instead of digits, as a scanner reads them. */
  readonly isIn: (text: ReferenceText) => boolean
  /** Whether a text has most of the reference. A reference that is too short to be clear is only similar to any text. */
  readonly isSimilarIn: (text: ReferenceText) => boolean
}

const isDigits = (run: string): boolean => /^\d/.test(run)

const withoutZeros = (run: string): string => run.replace(/^0+(?=\d)/, '')

/** A bank may break a line, and so a reference, at any character; a payer may group digits. */
const spaced = (run: string): string => Array.from(run).join('[\\s-]?')

/** What may be between the letters and numbers of a reference. */
const gap = '[^a-z\\d]{0,3}'

/** The minimum number of characters that say which reference it is: shorter ones would be found by chance. */
const minLength = 5

/** The minimum number of digits among these. */
const minDigits = 3

/** A reference of which at most this number of characters is missing at the end can still be told from most others. */
const maxMissing = 2

/** The minimum length of the end of a reference whose beginning is missing. */
const minEnd = 4

/** The maximum number of words in which a reference is written. */
const maxTokens = 4

/** Whether some consecutive words are the beginning of a reference, nearly complete, or its end. */
const isShortened = ({ tokens }: ReferenceText, compact: string): boolean =>
  tokens.some((_, start) => {
    for (let count = 1; count <= maxTokens && start + count <= tokens.length; count++) {
      const joined = tokens.slice(start, start + count).join('')
      const isBeginning = joined.length >= Math.max(minLength, compact.length - maxMissing)
      const isEnd = joined.length >= minEnd && /[1-9]\D*\d/.test(joined)
      if ((isBeginning && compact.startsWith(joined)) || (isEnd && compact.endsWith(joined))) return true
    }
    return false
  })

const isLong = (runs: ReadonlyArray<string>): boolean => runs.map(withoutZeros).join('').length >= minLength

/** Prepares a reference. `undefined` if it has no letter and no digit. */
export const createReference = (text: string): Reference | undefined => {
  const runs = toReferenceText(text).withDates.match(/\d+|[^\d\P{L}]+/gu) ?? []
  const compact = runs.join('')
  if (compact === '') return undefined

  // Payers often omit the letters before a number, or write others, such as `Invoice`.
  const firstNumber = runs.findIndex(isDigits)
  const core = runs.slice(Math.max(firstNumber, 0))
  const searched = isLong(core) ? core : runs
  const isClear = isLong(searched) && compact.replace(/\D/g, '').length >= minDigits
  const before = isDigits(searched[0] ?? '') ? '(?<!\\d)' : '(?<![a-z])'
  const after = isDigits(searched.at(-1) ?? '') ? '(?!\\d)' : '(?![a-z])'
  // With some of its leading zeros, a number may be the beginning of another one.
  const spellings = [searched, searched.map(withoutZeros)].map((spelling) => ({
    compact: spelling.join(''),
    expression: new RegExp(before + spelling.map(spaced).join(gap) + after),
  }))
  const hasDate = datePattern.test(text)
  const isComplete = ({ plain, withDates, asDigits, compacts }: ReferenceText): boolean =>
    spellings.some(
      ({ compact: quick, expression }) =>
        compacts.includes(quick) &&
        (expression.test(hasDate ? withDates : plain) || (isClear && expression.test(asDigits))),
    )
  const form = runs.map((run) => (isDigits(run) ? `\\d{${String(run.length)}}` : run)).join(gap)
  return {
    key: runs.map(withoutZeros).join(' '),
    spellings: isClear ? spellings.map((spelling) => spelling.compact) : [],
    form: isClear ? `(?<![a-z\\d])${form}(?!\\d)` : '',
    isIn: (searchedText) => isClear && isComplete(searchedText),
    isSimilarIn: (searchedText) => (isClear ? isShortened(searchedText, compact) : isComplete(searchedText)),
  }
}

const endingOf = (spelling: string): string => spelling.slice(-minLength)

/** Creates the function that finds the values whose reference is in a text, without trying each of them. */
export const createReferenceIndex = <A extends { readonly reference: Reference | undefined }>(
  values: Iterable<A>,
): ((text: ReferenceText) => ReadonlyArray<A>) => {
  const byEnding = new Map<string, Set<A>>()
  for (const value of values) {
    for (const spelling of value.reference?.spellings ?? []) {
      const ending = endingOf(spelling)
      byEnding.set(ending, (byEnding.get(ending) ?? new Set()).add(value))
    }
  }
  return (text) => {
    const found = new Set<A>()
    for (let end = minLength; end <= text.compacts.length; end++)
      for (const value of byEnding.get(text.compacts.slice(end - minLength, end)) ?? []) found.add(value)
    return Array.from(found).filter(({ reference }) => reference?.isIn(text))
  }
}
