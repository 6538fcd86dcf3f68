import { nearest } from '../../base/codec/options.js'

/**
 * The end of a message about an unknown word: `; did you mean banks?` if one of `words` is similar, otherwise an empty
 * string.
 */
export const suggestion = (word: string, words: ReadonlyArray<string>): string => {
  const similarWord = nearest(word, words)
  return similarWord === undefined ? '' : `; did you mean ${similarWord}?`
}
