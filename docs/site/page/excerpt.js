const [before, length] = [40, 150]

/** Where the first of some words begins in a text; -1 if it has none of them. */
const placeOf = (text, words) => {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place !== -1)
  return places.length === 0 ? -1 : Math.min(...places)
}

/** The part of a text around the first of some words; its beginning if it has none of them. */
export const excerptOf = (text, words) => {
  const place = placeOf(text, words)
  const from = place <= before ? 0 : text.indexOf(' ', place - before) + 1
  const isWhole = text.length <= from + length
  const to = isWhole ? text.length : text.lastIndexOf(' ', from + length)
  return `${from === 0 ? '' : '… '}${text.slice(from, to)}${isWhole ? '' : ' …'}`
}

/** A text in parts, of which every second one is one of the words, or a word that begins so. */
export const markedParts = (text, words) => {
  const alternatives = words
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&'))
    .toSorted((one, other) => other.length - one.length)
  return alternatives.length === 0
    ? [text]
    : text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${alternatives.join('|')})`, 'iu'))
}
