/**
 * Structured clone by way of text, which is all that the DevTools protocol carries: written and read alike in Node and in
 * a page, whose script has this function's own text. What it does not know of is an error, never something else.
 */
export const wire = () => {
  const isPlain = (value) => [Object.prototype, null].includes(Object.getPrototypeOf(value))
  const pack = (value) => {
    if (value === undefined) return ['undefined']
    if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value))
      return value
    if (typeof value === 'number') return ['number', String(value)]
    if (Array.isArray(value)) return ['array', value.map(pack)]
    if (value instanceof Date) return ['date', value.getTime()]
    if (typeof value === 'object' && isPlain(value))
      return ['object', Object.entries(value).map(([key, field]) => [key, pack(field)])]
    throw new TypeError(`no text for ${Object.prototype.toString.call(value)}`)
  }
  const readers = {
    undefined: () => undefined,
    number: Number,
    array: (items) => items.map(unpack),
    date: (time) => new Date(time),
    object: (entries) => Object.fromEntries(entries.map(([key, field]) => [key, unpack(field)])),
  }
  const unpack = (value) => (Array.isArray(value) ? readers[value[0]](value[1]) : value)
  return { encode: (value) => JSON.stringify(pack(value)), decode: (text) => unpack(JSON.parse(text)) }
}
