/** What may come next: `element` and `member` are the first of a list or an object, which may end there as well. */
type Place = 'value' | 'element' | 'key' | 'member' | 'colon' | 'comma' | 'end'

const value: ReadonlyArray<Place> = ['value', 'element']

/** Where what begins with a mark may stand; what begins with none is a number or a literal. */
const places = new Map<string, ReadonlyArray<Place>>([
  ['"', [...value, 'key', 'member']],
  [':', ['colon']],
  [',', ['comma']],
  ['}', ['member', 'comma']],
  [']', ['element', 'comma']],
])

const characters = /[ !#-[\]-\uffff]*/y
const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y
const cutEscape = /^\\(?:u[\da-fA-F]{0,3})?$/
const word = /[-+.\w]+/y
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const cutNumber = /^-?(?:(?:0|[1-9]\d*)(?:\.\d*|(?:\.\d+)?[eE][+-]?\d*)?)?$/
const literals: ReadonlyArray<string> = ['true', 'false', 'null']

/** What is cut ends beyond the text, and what is none before it. */
const cut = Infinity
const wrong = -1

const endOf = (pattern: RegExp, text: string, from: number): number => {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : wrong
}

const stringEnd = (text: string, from: number): number => {
  let at = from + 1
  while (at >= 0) {
    at = endOf(characters, text, at)
    if (at === text.length) return cut
    if (text[at] === '"') return at + 1
    if (cutEscape.test(text.slice(at, at + 6))) return cut
    at = endOf(escape, text, at)
  }
  return wrong
}

const wordEnd = (text: string, from: number): number => {
  const end = endOf(word, text, from)
  const found = text.slice(from, Math.max(end, from))
  if (literals.includes(found) || number.test(found)) return end
  const isBegun = cutNumber.test(found) || literals.some((literal) => literal.startsWith(found))
  return isBegun && end === text.length ? cut : wrong
}

/**
 * Whether a text is no JSON, and would be with more after it. What begins an object or a list, and does not end it, always
 * is; the `12` of `123` is not, being JSON itself. Takes time as the text is long, however deep it is nested.
 */
export const isCutJson = (text: string): boolean => {
  const isObject = new Uint8Array(text.length)
  let depth = 0
  let place: Place = 'value'
  let at = text.startsWith('\ufeff') ? 1 : 0

  const step = (mark: string): Place | undefined => {
    if (!(places.get(mark) ?? value).includes(place)) return undefined
    at++
    switch (mark) {
      case '{':
      case '[':
        isObject[depth++] = Number(mark === '{')
        return mark === '{' ? 'member' : 'element'
      case ':':
        return 'value'
      case ',':
        return isObject[depth - 1] ? 'key' : 'value'
      case '}':
      case ']':
        if (Boolean(isObject[--depth]) !== (mark === '}')) return undefined
        break
      default:
        at = (mark === '"' ? stringEnd : wordEnd)(text, at - 1)
        if (at === wrong) return undefined
        if (place === 'key' || place === 'member') return 'colon'
    }
    return depth === 0 ? 'end' : 'comma'
  }

  while (at < text.length) {
    const mark = text.charAt(at)
    if (' \t\n\r'.includes(mark)) at++
    else {
      const next = step(mark)
      if (next === undefined) return false
      place = next
    }
  }
  return place !== 'end' || at === cut
}
