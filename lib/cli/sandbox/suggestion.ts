import { nearest } from '../../codec.js'

/** The end of a message about an unknown word: `; did you mean banks?` if one of `words` is similar, else empty. */
export const suggestion = (word: string, words: ReadonlyArray<string>): string => {
  const meant = nearest(word, words)
  return meant === undefined ? '' : `; did you mean ${meant}?`
}
