import {
  maxCharacters,
  type PaymentText,
  type Run,
  type Span,
  spansOf,
  splitRuns,
  withoutAccents,
} from './PaymentText.js'

/** A reference, prepared to be found in many texts. */
export interface Reference {
  /** The same for two ways to write one reference. */
  readonly key: string
  /** Its letters and digits. */
  readonly compact: string
  /** The same from the first number on, because payers omit or change the letters before it. */
  readonly number: string
  /** The runs of the number without leading zeros. */
  readonly shortNumber: string
  readonly hasLetters: boolean
  /** The letters before the number; empty without any. */
  readonly word: string
  /** Each number in it. */
  readonly numbers: ReadonlyArray<string>
  /** Whether the number is long enough to be searched without the letters. */
  readonly hasNumber: boolean
  /** Whether it is also neither a year nor a month, so that a text does not have it by chance. */
  readonly isClear: boolean
  /** Whether the number alone is long enough for this: shorter ones may be postcodes. */
  readonly isClearNumber: boolean
  /** The forms that any other reference of this kind has, such as a number of four and one of five digits. */
  readonly forms: ReadonlyArray<string>
  /** The forms that any other reference of its series has, such as a year and another number. */
  readonly series: ReadonlyArray<string>
}

/** The minimum number of characters of a clear reference without leading zeros, and of digits among them. */
const minLength = 5
const minDigits = 3

/** The minimum number of digits of a clear number without its letters. */
const minDigitsAlone = 6

/** The maximum number of characters that a shortened reference lacks, and the minimum that it has. */
const maxMissing = 4
const minShortened = 4

/** What payers write before the number of an invoice instead of its own letters. */
const invoiceWords = /* @__PURE__ */ new Set(
  're rg rnr rgnr renr rechn rechnung nr no num inv invoice f fac fact facture ref'.split(' '),
)

/** What announces a number of another kind, such as a telephone or a customer. */
const otherWords = /* @__PURE__ */ new Set(
  (
    'an angebot auftrag devis offer order gs gutschrift avoir credit storno k kd kdnr kunde kundennr kundennummer client ' +
    'customer konto kontonr compte account plz tel telefon phone fon fax mobil mobile uhr'
  ).split(' '),
)

const withoutZeros = (run: string): string => run.replace(/^0+(?=\d)/, '')

const compactOf = (runs: ReadonlyArray<Run>): string => runs.map(({ value }) => value).join('')

const shortOf = (runs: ReadonlyArray<Run>): string => runs.map(({ value }) => withoutZeros(value)).join('-')

const countDigits = (text: string): number => text.replace(/\D/g, '').length

const isYear = (text: string): boolean => /^(?:19|20)\d\d$/.test(text)

/** Whether numbers are a year, or the month of a year. */
const isMonth = (numbers: ReadonlyArray<string>): boolean =>
  numbers.some(isYear) && numbers.every((number) => isYear(number) || /^(?:0?[1-9]|1[0-2])$/.test(number))

/** The forms of consecutive runs: the lengths of their numbers, with the letters or a word for an invoice before these. */
const formsOf = (runs: ReadonlyArray<Run>): ReadonlyArray<string> => {
  const [first] = runs
  const isNamed = first?.isNumber === false
  const numbers = (isNamed ? runs.slice(1) : runs).map(({ value }) => value)
  if (numbers.length === 0 || runs.some(({ isNumber }, index) => !isNumber && index > 0)) return []
  const lengths = numbers.map(({ length }) => length).join('-')
  if (isNamed) return [`${invoiceWords.has(first.value) ? '' : first.value} ${lengths}`]
  return numbers.join('').length >= minDigitsAlone && !isMonth(numbers) ? [lengths] : []
}

/** A number with zeros before it has its length in a series, because fewer digits may be its beginning. */
const writeCounter = (number: string): string => (number.startsWith('0') ? `#${String(number.length)}` : '#')

/**
 * The series of a number: the length of a single one. Of several, the counter is the last one, or the first one if the
 * last is a year, and `Y` is any year.
 */
const seriesOf = (runs: ReadonlyArray<Run>, write = writeCounter): ReadonlyArray<string> => {
  const numbers = runs.map(({ value }) => value)
  const [only] = numbers
  if (only === undefined || !runs.every(({ isNumber }) => isNumber)) return []
  if (numbers.length === 1) return only.length >= minLength ? [`${String(only.length)} digits`] : []
  const counter = isYear(numbers.at(-1) ?? '') ? 0 : numbers.length - 1
  return [
    numbers
      .map((number, index) => (index === counter ? write(number) : isYear(number) ? 'Y' : withoutZeros(number)))
      .join('-'),
  ]
}

/** Prepares a reference. `undefined` if it has no letter and no digit. */
export const createReference = (text: string): Reference | undefined => {
  const runs = splitRuns(withoutAccents(text))
  if (runs.length === 0) return undefined
  const firstNumber = runs.findIndex(({ isNumber }) => isNumber)
  const core = firstNumber < 0 ? [] : runs.slice(firstNumber)
  const numbers = runs.flatMap(({ value, isNumber }) => (isNumber ? [value] : []))
  const lastNumber = runs.map(({ isNumber }) => isNumber).lastIndexOf(true)
  const digits = core.slice(0, lastNumber - firstNumber + 1)
  const hasNumber = shortOf(core).replace(/-/g, '').length >= minLength && countDigits(compactOf(runs)) >= minDigits
  const isClear = hasNumber && !isMonth(numbers)
  return {
    key: shortOf(runs),
    compact: compactOf(runs),
    number: compactOf(core),
    shortNumber: shortOf(core),
    hasLetters: runs.length > numbers.length,
    word: runs[firstNumber - 1]?.value ?? '',
    numbers,
    hasNumber,
    isClear,
    isClearNumber: isClear && countDigits(compactOf(runs)) >= minDigitsAlone,
    forms: isClear
      ? [
          ...formsOf(runs.slice(0, lastNumber + 1)),
          ...formsOf(digits),
          ` ${digits.map(({ value }) => value.length).join('-')}`,
        ]
      : [],
    series: [...seriesOf(digits, () => '#'), ...seriesOf(digits, ({ length }) => `#${String(length)}`)],
  }
}

/**
 * How a text has a reference. `complete`: with its letters. `number`: without them, or with some of its leading zeros.
 * `short`: as written, but the reference is not clear.
 */
export type MentionKind = 'complete' | 'number' | 'short'

/** What a text says about references. */
export interface Mentions {
  /** The references in the text, by key. */
  readonly kinds: ReadonlyMap<string, MentionKind>
  /** Whether the text has another number in the form of any reference. */
  readonly hasOtherForm: boolean
  /** Whether the text has another number of the series of a reference. */
  readonly hasOther: (reference: Reference) => boolean
  /** Whether the text has a short number that another reference may have, such as `RE 17`, `Whg 5` or `1034`. */
  readonly hasOtherNumber: (reference: Reference) => boolean
  /** Whether the text has the beginning or the end of a reference. */
  readonly isShortened: (reference: Reference) => boolean
  /** The runs of the text that are in no reference. */
  readonly rest: ReadonlyArray<Run>
}

const isLong = (part: string): boolean => part.length >= minShortened && countDigits(part) >= minDigits

/** Whether a span is no part of a longer number, such as `17` in `17-2` or `17a`. */
const isSeparate = (runs: ReadonlyArray<Run>, { start, end }: Span): boolean => {
  const [before, first, last, after] = [runs[start - 1], runs[start], runs[end - 1], runs[end]]
  const continues = (one: Run | undefined, gap: string | undefined): boolean =>
    one?.isNumber === true && /^[./-]?$/.test(gap ?? ' ')
  if (first?.isNumber ? continues(before, first.gap) : before?.isNumber && first?.gap === '') return false
  if (after === undefined) return true
  if (after.isNumber) return last?.isNumber ? !/^[./-]$/.test(after.gap) : after.gap !== ''
  return !(after.gap === '' && after.value.length <= 2) && !(/^[/-]$/.test(after.gap) && after.value.length === 1)
}

/** What is written before a number. */
interface Label {
  readonly word: string
  /** Whether nothing but a hyphen is between these letters and the number. */
  readonly isAdjoining: boolean
}

/** Words between what a number counts and the number, as in `Kd-Nr. 77`. */
const numberWords = /* @__PURE__ */ new Set('n nr no num'.split(' '))

/** A number in a text. */
interface LabelledNumber {
  readonly value: string
  readonly label: Label
}

/** For each run, the letters before it, or before the numbers that it continues. */
const labelsOf = (runs: ReadonlyArray<Run>): ReadonlyArray<Label> => {
  let word = ''
  return runs.map(({ isNumber, gap }, index) => {
    const before = runs[index - 1]
    if (!/^[\s/.:_-]*$/.test(gap)) word = ''
    else if (before?.isNumber === false && !(numberWords.has(before.value) && otherWords.has(word))) word = before.value
    return { word, isAdjoining: isNumber && before?.isNumber === false && /^[/-]?$/.test(gap) }
  })
}

/** Whether the letters before a number say that it is of another kind or series. */
const isOtherKind = ({ word, isAdjoining }: Label): boolean =>
  otherWords.has(word) || (isAdjoining && !invoiceWords.has(word))

/** Whether a number that is written alone may be a part of a reference. */
const isPartOf = ({ number, numbers }: Reference, value: string): boolean =>
  [number, ...numbers].some(
    (part) =>
      withoutZeros(part) === withoutZeros(value) ||
      ((value.length >= minDigits || value.startsWith('0')) && (part.startsWith(value) || part.endsWith(value))),
  )

/** Whether a number after these letters is one that another reference of the same kind has. */
const isOtherNumber = (reference: Reference, { value, label: { word } }: LabelledNumber): boolean => {
  const { number, numbers } = reference
  const isOfKind = word !== '' && (word === reference.word || (invoiceWords.has(word) && word !== 'ref'))
  const hasLength = numbers.length === 1 && value.length === number.length && value.length >= minShortened
  return (isOfKind || (hasLength && !otherWords.has(word))) && !isPartOf(reference, value)
}

/** Creates the function that finds references in a text, without trying each of them. */
export const createReferenceIndex = (references: Iterable<Reference>): ((text: PaymentText) => Mentions) => {
  const complete = new Map<string, Reference>()
  const numbers = new Map<string, Map<string, Reference>>()
  const forms = new Set<string>()
  for (const reference of references) {
    const { compact, key, number, shortNumber, hasLetters, hasNumber, isClear } = reference
    if (number === '') continue
    if (hasLetters) complete.set(compact, reference).set(`=${key}`, reference)
    // The number of `RE-2026-3` may be a month: without its letters, it says nothing.
    if (!hasNumber || (hasLetters && !isClear)) continue
    for (const each of [number, `=${shortNumber}`])
      numbers.set(each, (numbers.get(each) ?? new Map<string, Reference>()).set(key, reference))
    for (const form of reference.forms) forms.add(form)
  }

  /** Adds the references that some runs have, and returns where these are. */
  const find = (runs: ReadonlyArray<Run>, kinds: Map<string, MentionKind>): ReadonlyArray<Span> => {
    const labels = labelsOf(runs)
    return spansOf(runs).filter((span) => {
      const [compact, short] = [compactOf(span.runs), shortOf(span.runs)]
      const withLetters = complete.get(compact) ?? complete.get(`=${short}`)
      const byNumber = numbers.get(compact) ?? numbers.get(`=${short}`)
      if ((withLetters === undefined && byNumber === undefined) || !isSeparate(runs, span)) return false
      const label = labels[span.start]
      const isNumber = runs[span.start]?.isNumber === true
      // A number that several references have does not say which one is meant.
      const [reference, other] = withLetters ? [withLetters] : (byNumber?.values() ?? [])
      if (reference === undefined || other || !label || (!isNumber && !withLetters)) return false
      if (isNumber && label.word + reference.number !== reference.compact && isOtherKind(label)) return false
      // With some of its leading zeros, a number may be the beginning of another one.
      const isWritten = compact === reference.compact || compact === short.replace(/-/g, '')
      if (!reference.isClear && isWritten) kinds.set(reference.key, 'short')
      else if (withLetters && isWritten) kinds.set(reference.key, 'complete')
      else if (reference.isClear && !kinds.has(reference.key)) kinds.set(reference.key, 'number')
      return true
    })
  }

  return ({ runs, corrected }) => {
    const kinds = new Map<string, MentionKind>()
    const found = find(runs, kinds)
    find(corrected, kinds)
    const spans = spansOf(runs)
    const isOther = ({ start, end }: { readonly start: number; readonly end: number }): boolean =>
      !found.some((other) => other.start < end && start < other.end)
    const others = spans.filter(isOther)
    const labels = labelsOf(runs)
    const rest = runs.filter((_, start) => isOther({ start, end: start + 1 }))
    const numbers = runs.flatMap(({ value, isNumber }, start): ReadonlyArray<LabelledNumber> => {
      const label = labels[start]
      return label && isNumber && !isYear(value) && isOther({ start, end: start + 1 }) ? [{ value, label }] : []
    })
    const otherForms = new Set(others.flatMap((span) => [...formsOf(span.runs), ...seriesOf(span.runs)]))
    const compacts = new Set(spans.map((span) => compactOf(span.runs)))
    const isShortened = ({ compact, isClear }: Reference): boolean => {
      if (compact.length > maxCharacters) return false
      const beginnings = Array.from({ length: maxMissing }, (_, index) => compact.slice(0, -1 - index))
      const ends = Array.from(compact, (_, index) => compact.slice(index + Number(isClear)))
      return [...beginnings, ...ends].some((part) => isLong(part) && !isYear(part) && compacts.has(part))
    }
    return {
      kinds,
      rest,
      isShortened,
      hasOther: ({ series }) => series.some((form) => otherForms.has(form)),
      hasOtherForm: Array.from(otherForms).some((form) => forms.has(form)),
      hasOtherNumber: (reference) =>
        !isShortened(reference) && numbers.some((number) => isOtherNumber(reference, number)),
    }
  }
}
