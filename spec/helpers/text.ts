import fc from 'fast-check'

const surrogates = { first: 0xd800, count: 0x800 }

const toCharacter = (place: number): string =>
  String.fromCodePoint(place < surrogates.first ? place : place + surrogates.count)

const toPlace = (character: unknown): number => {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined
  if (code === undefined || character !== String.fromCodePoint(code)) throw new Error('not one character')
  return code < surrogates.first ? code : code - surrogates.count
}

/**
 * Any character of Unicode. The units `binary` and `grapheme` of fast-check make a table of all characters wherever they
 * are named, which takes half a second for each spec.
 */
export const character = fc.nat(0x10ffff - surrogates.count).map(toCharacter, toPlace)

/** Half of a character, as it stands in texts that were cut. */
export const surrogate = fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code))
