/** The number of characters of a text that are read: banks send fewer, and a text may have any length. */
const maxLength = 2000

/** Calendar dates, amounts and IBANs, whose digits would be found as references. `RF` begins a creditor reference. */
const otherNumbers =
  /(?<![\da-z])(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2})|\d{1,3}(?:[.' ]\d{3})*[.,]\d{2}|\d+[.,]\d{2}|(?!rf)[a-z]{2}\d{2}(?: ?[a-z\d]{4}){3,7}(?: ?[a-z\d]{1,3})?)(?![\da-z]|[.,]\d)/g

/** Separates two texts, or a text and what was removed from it. It is within no reference and no name. */
const mark = ' | '

/** What may be between the letters and numbers of a reference. */
const gapPattern = /^[\s/_.–-]{0,3}$/

/** The maximum number of runs of letters or digits in which a reference is written, and of their characters. */
const maxRuns = 8
export const maxCharacters = 40

/** Letters that scanners and people write for digits. */
const digitOfLetter: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['o', '0'],
  ['i', '1'],
  ['l', '1'],
  ['z', '2'],
  ['s', '5'],
  ['b', '8'],
])

/** Letters or digits without anything between them, such as `re` and `2026` in `RE-2026`. */
export interface Run {
  readonly value: string
  readonly isNumber: boolean
  /** The characters between the run and the one before. */
  readonly gap: string
}

/** Consecutive runs of a text that may be a reference, from the index `start` to before `end`. */
export interface Span {
  readonly runs: ReadonlyArray<Run>
  readonly start: number
  readonly end: number
}

/** The texts of a payment in lower case and without accents, prepared for the search for references and names. */
export interface PaymentText {
  readonly runs: ReadonlyArray<Run>
  /** The same, with digits instead of letters in words such as `2O26`. */
  readonly corrected: ReadonlyArray<Run>
}

export const withoutAccents = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

export const splitRuns = (text: string): ReadonlyArray<Run> => {
  let end = 0
  return Array.from(text.matchAll(/\d+|[^\d\P{L}]+/gu), ({ 0: value, index }) => {
    const run = { value, isNumber: /^\d/.test(value), gap: text.slice(end, index) }
    end = index + value.length
    return run
  })
}

/** The beginning of a text. A word or number that is cut there is left out. */
const readBeginning = (text: string): string =>
  text.length > maxLength ? text.slice(0, maxLength).replace(/[^\s,;]*$/, '') : text

const correctDigits = (text: string): string =>
  text.replace(/[a-z\d]+/g, (word) =>
    /\d/.test(word) || /^[oilzsb]+$/.test(word)
      ? word.replace(/[oilzsb]/g, (letter) => digitOfLetter.get(letter) ?? letter)
      : word,
  )

/** Prepares the texts of a payment. */
export const toPaymentText = (...texts: ReadonlyArray<string>): PaymentText => {
  const text = Array.from(new Set(texts), (each) => withoutAccents(readBeginning(each)))
    .join(mark)
    .replace(otherNumbers, mark)
  return { runs: splitRuns(text), corrected: splitRuns(correctDigits(text)) }
}

/** The consecutive runs that may be a reference: a number of them in proportion to the length of the text. */
export const spansOf = (runs: ReadonlyArray<Run>): ReadonlyArray<Span> =>
  runs.flatMap((_, start) => {
    const spans: Array<Span> = []
    let length = 0
    for (let end = start + 1; end <= runs.length && end - start <= maxRuns; end++) {
      const { value, gap } = runs[end - 1] as Run
      length += value.length
      if (length > maxCharacters || (end > start + 1 && !gapPattern.test(gap))) break
      spans.push({ runs: runs.slice(start, end), start, end })
    }
    return spans
  })
