import { type PaymentText, type Run, splitRuns, withoutAccents } from './PaymentText.js'

/** Legal forms and forms of address in French, English and German, which do not say who the payer is. */
const commonWords = /* @__PURE__ */ new Set(
  (
    'gmbh mbh ag kg ug ohg gbr ev eg co sarl sas sasu sa eurl sci snc ltd limited llp plc inc llc ' +
    'herr frau mr mrs ms miss dr prof m mme mlle monsieur madame famille family familie'
  ).split(' '),
)

/** Words between two people of one family name. */
const joiningWords = /* @__PURE__ */ new Set('and et und u e'.split(' '))

const letters: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['ł', 'l'],
  ['ø', 'o'],
  ['ı', 'i'],
  ['đ', 'd'],
  ['ß', 's'],
])

/** Writes `Müller` and `Mueller` in one way. */
const normalize = (word: string): string =>
  word
    .replace(/[łøıđß]/g, (letter) => letters.get(letter) ?? letter)
    .replace(/([aou])e/g, '$1')
    .replace(/ss/g, 's')

export const toWord = ({ value }: Run): string => normalize(value)

/** Words beside which a name is the name of a street. */
const streetWords = /* @__PURE__ */ new Set(
  'str strasse street st weg platz allee gasse road rd rue avenue av boulevard bd chemin quai'
    .split(' ')
    .map(normalize),
)

/** Words of a transfer between own accounts. Its text may have the name of the owner or of a payee. */
const ownTransferWords = /* @__PURE__ */ new Set(
  'umbuchung ubertrag eigenubertrag kontoubertrag sparkonto tagesgeldkonto interne livret epargne savings'
    .split(' ')
    .map(normalize),
)

const isNameWord = (word: string): boolean => !commonWords.has(word) && !joiningWords.has(word)

const toKey = (words: ReadonlyArray<string>): string => [...words].sort().join(' ')

/** The minimum length of the longest word of a name: shorter names would be found by chance. */
const minWord = 4

/** The words of a name that say who it is, sorted; empty if there are none. */
export const payerKey = (name: string): string => {
  const words = splitRuns(withoutAccents(name)).map(toWord).filter(isNameWord)
  return words.some((word) => word.length >= minWord) ? toKey(words) : ''
}

/** Words that follow each other, with nothing but punctuation and common words between them. */
type Phrase = ReadonlyArray<string>

const phrasesOf = (runs: ReadonlyArray<Run>): ReadonlyArray<Phrase> => {
  const phrases: Array<Array<string>> = []
  for (const run of runs) {
    const last = phrases.at(-1)
    if (last === undefined || run.isNumber || run.gap.includes('|')) phrases.push([])
    if (!run.isNumber && !commonWords.has(toWord(run))) phrases.at(-1)?.push(toWord(run))
  }
  return phrases
}

/** A phrase, and the phrases without one of two joined people: `Max und Erika Müller` is `Max Müller` too. */
const withoutJoined = (phrase: Phrase): ReadonlyArray<Phrase> => {
  const joined = phrase.findIndex((word) => joiningWords.has(word))
  const parts =
    joined < 0
      ? []
      : [
          [...phrase.slice(0, joined), ...phrase.slice(joined + 2)],
          [...phrase.slice(0, Math.max(joined - 1, 0)), ...phrase.slice(joined + 1)],
        ]
  return [phrase, ...parts].map((words) => words.filter((word) => !joiningWords.has(word)))
}

/**
 * Creates the function that returns the keys of the payers whose name is in a text: all words of the name, one after the
 * other in any order. Of two names of which one contains the other, only the longer one is found.
 */
export const createNameIndex = (keys: Iterable<string>): ((text: PaymentText) => ReadonlySet<string>) => {
  const known = new Set(keys)
  const sizes = Array.from(new Set(Array.from(known, (key) => key.split(' ').length))).sort((one, other) => other - one)
  return ({ runs }) => {
    const found = new Set<string>()
    if (runs.some((run) => ownTransferWords.has(toWord(run)))) return found
    for (const words of phrasesOf(runs).flatMap(withoutJoined)) {
      let end = 0
      words.forEach((_, start) => {
        const size = sizes.find(
          (count) => start + count <= words.length && known.has(toKey(words.slice(start, start + count))),
        )
        if (size === undefined || start + size <= end) return
        end = start + size
        if (!streetWords.has(words[start - 1] ?? '') && !streetWords.has(words[end] ?? ''))
          found.add(toKey(words.slice(start, end)))
      })
    }
    return found
  }
}
