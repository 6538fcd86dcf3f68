/** The number of characters of a text that are read, because a text may have any length. */
const maxLength = 500

/** Calendar dates, whose digits would be found as references. */
const datePattern = /(?<!\d)(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2}))(?!\d)/

/** Longer than any gap within a reference. */
const dateMark = '     '

/** Letters that scanners and people write for digits. */
const digitsOfLetters: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1', z: '2', s: '5', b: '8' }

/** The texts of a payment, prepared for a search for references. */
export interface ReferenceText {
  /** The text in lower case, without accents and dates. */
  readonly plain: string
  /** The same with dates. */
  readonly withDates: string
  /** Without dates, and with digits instead of the letters that look like digits. */
  readonly asDigits: string
  readonly tokens: ReadonlyArray<string>
  /** The letters and digits of each of these, for a quick check. */
  readonly compacts: string
}

export const toReferenceText = (...texts: ReadonlyArray<string>): ReferenceText => {
  const withDates = texts
    .map((text) => text.slice(0, maxLength).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase())
    .join(dateMark)
  const plain = withDates.replace(new RegExp(datePattern, 'g'), dateMark)
  const asDigits = plain.replace(/[ilosbz]/g, (letter) => digitsOfLetters[letter] ?? letter)
  const compacts = [plain, withDates, asDigits].map((written) => written.replace(/[^\p{L}\p{N}]/gu, '')).join(' ')
  return { plain, withDates, asDigits, compacts, tokens: plain.match(/[\p{L}\p{N}]+/gu) ?? [] }
}

/** A reference, prepared to be found in many texts. */
export interface Reference {
  /** The same for two ways to write one reference. */
  readonly key: string
  /** Matches a text with a reference of the same form, such as two letters and seven digits. */
  readonly form: string
  /** Whether a text has the complete reference, also with letters instead of digits, as a scanner reads them. */
  readonly isIn: (text: ReferenceText) => boolean
  /** Whether a text has most of the reference. A reference that is too short to be clear is only similar to any text. */
  readonly isSimilarIn: (text: ReferenceText) => boolean
}

const isDigits = (run: string): boolean => /^\d/.test(run)

const withoutZeros = (run: string): string => run.replace(/^0+(?=\d)/, '')

/** A bank may break a line, and so a reference, at any character. */
const spaced = (run: string): string => Array.from(run).join('\\s?')

/** What may be between the letters and numbers of a reference. */
const gap = '[^\\p{L}\\p{N}]{0,3}'

/** The minimum number of characters that say which reference it is: shorter ones would be found by chance. */
const minLength = 5

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

/** Prepares a reference. `undefined` if it has no letter and no digit. */
export const createReference = (text: string): Reference | undefined => {
  const runs = toReferenceText(text).withDates.match(/\d+|[^\d\P{L}]+/gu) ?? []
  const compact = runs.join('')
  if (compact === '') return undefined

  // Payers often omit the letters before a number, or write others, such as `Invoice`.
  const firstNumber = runs.findIndex(isDigits)
  const core = runs.slice(Math.max(firstNumber, 0))
  const isClear = firstNumber >= 0 && core.map(withoutZeros).join('').length >= minLength
  const searched = isClear ? core : runs
  const before = isDigits(searched[0] ?? '') ? '(?<!\\d)' : '(?<!\\p{L})'
  const after = isDigits(searched.at(-1) ?? '') ? '(?!\\d)' : '(?!\\p{L})'
  // With some of its leading zeros, a number may be the beginning of another one.
  const spellings = [searched, searched.map(withoutZeros)].map((spelling) => ({
    compact: spelling.join(''),
    expression: new RegExp(before + spelling.map(spaced).join(gap) + after, 'u'),
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
    form: isClear ? `(?<![\\p{L}\\d])${form}(?!\\d)` : '',
    isIn: (searchedText) => isClear && isComplete(searchedText),
    isSimilarIn: (searchedText) => (isClear ? isShortened(searchedText, compact) : isComplete(searchedText)),
  }
}
