import { nearest } from '../../codec/index.js'

/** The end of a message about a word that is not among some: `; did you mean banks?`, where one is near. */
export const suggestion = (word: string, words: ReadonlyArray<string>): string => {
  const meant = nearest(word, words)
  return meant === undefined ? '' : `; did you mean ${meant}?`
}
