import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode, options } from '../../index.js'

/** The end of a message about a word that is not among some: `; did you mean banks?`, where one is near. */
export const suggestion = (word: string, words: ReadonlyArray<string>): string => {
  const known = options('words', {}, Object.fromEntries(words.map((name) => [name, t.unknown])))
  const decoded = decode(known, { [word]: true })
  const [meant = ''] = isLeft(decoded) ? (/; did you mean .*$/.exec(decoded.left[0]?.expected ?? '') ?? []) : []
  return meant
}
