import { splitWords } from '../../service/model/similarity.js'

/** Legal forms and forms of address in French, English and German, which do not say who the payer is. */
const commonWords = /* @__PURE__ */ new Set(
  (
    'gmbh mbh ag kg ug ohg gbr ev eg co sarl sas sasu sa eurl sci snc ltd limited llp plc inc llc and et und u e ' +
    'herr frau mr mrs ms miss dr prof m mme mlle monsieur madame famille family familie'
  ).split(' '),
)

/** Writes `Müller` and `Mueller` in one way. */
const withoutUmlauts = (word: string): string => word.replace(/([aou])e/g, '$1').replace(/ss|ß/g, 's')

/** The words of a text or a name, each once. */
export const nameWords = (text: string): ReadonlySet<string> => new Set(splitWords(text).map(withoutUmlauts))

/** The words of a name that say who it is: all words if there are no others. */
export const payerWords = (name: string): ReadonlySet<string> => {
  const words = Array.from(nameWords(name))
  const significant = words.filter((word) => word.length > 1 && !commonWords.has(word))
  return new Set(significant.length > 0 ? significant : words)
}

/** The minimum length of a word that is found alone: shorter ones would be found by chance. */
const minWord = 4

/** The share of the words of a name that a text has to contain, so that it contains the name. */
const minShare = 2 / 3

const foundWords = (name: ReadonlySet<string>, text: ReadonlySet<string>): ReadonlyArray<string> => {
  const words = Array.from(name).filter((word) => text.has(word))
  return words.some((word) => word.length >= minWord) ? words : []
}

/** Whether a text has a word of a name. */
export const hasPartOf = (name: ReadonlySet<string>, text: ReadonlySet<string>): boolean =>
  foundWords(name, text).length > 0

/** Whether a text has a name: all its words, or two of three. */
export const hasName = (name: ReadonlySet<string>, text: ReadonlySet<string>): boolean => {
  const { length } = foundWords(name, text)
  return length > 0 && (length === name.size || (length >= 2 && length >= minShare * name.size))
}
