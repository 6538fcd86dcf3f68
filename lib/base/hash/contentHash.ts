import { highMultiplier, lowMultiplier, mixHalves } from './textHash.js'

const { imul } = Math

/** The maximum number of cached hashes of field names. Every row has the same few names. */
const maxNames = 1000
const nameHashes = new Map<string, number>()

const double = new Float64Array(1)
const halves = new Uint32Array(double.buffer)

let high = 0
let low = 0

/** A value and what it was decoded to. */
type Pair = readonly [value: unknown, decoded: unknown]

/**
 * Objects and arrays whose entries are not hashed yet. An explicit stack, because deeply nested rows would overflow the
 * call stack.
 */
const pending: Array<Pair> = []

/**
 * Mixes 32 bits into both halves, and shifts: otherwise two numbers that differ only in their upper bits could cancel
 * out. The constants 1 to 9 that are mixed in below distinguish types, such as `1` and `'1'`.
 */
const mix = (bits: number): void => {
  high = imul(high ^ bits, highMultiplier)
  high ^= high >>> 15
  low = imul(low ^ bits, lowMultiplier)
  low ^= low >>> 13
}

const mixCharacters = (text: string): void => {
  mix(text.length)
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    high = imul(high ^ code, highMultiplier)
    low = imul(low ^ code, lowMultiplier)
  }
}

const hashName = (name: string): number => {
  let hash = name.length
  for (let i = 0; i < name.length; i++) hash = imul(hash ^ name.charCodeAt(i), highMultiplier)
  if (nameHashes.size < maxNames) nameHashes.set(name, hash)
  return hash
}

const mixNumber = (value: number): void => {
  // -0 becomes 0, as JSON writes both as 0.
  double[0] = value + 0
  mix(2)
  mix(halves[0] ?? 0)
  mix(halves[1] ?? 0)
}

/** The number that a text was decoded to: an id, or the milliseconds of a `Date`. */
const numericValue = (decoded: unknown): number | undefined => {
  const value = decoded instanceof Date ? decoded.getTime() : decoded
  return typeof value === 'number' && !Number.isNaN(value) ? value : undefined
}

const mixText = (text: string, decoded: unknown): void => {
  const value = numericValue(decoded)
  if (value === undefined) {
    mix(1)
    mixCharacters(text)
    return
  }
  if (decoded instanceof Date) mix(9)
  mixNumber(value)
}

const mixValue = (value: unknown, decoded: unknown): void => {
  if (typeof value === 'string') mixText(value, decoded)
  else if (typeof value === 'number') mixNumber(value)
  else if (typeof value === 'bigint') mixCharacters(String(value))
  else if (value instanceof Date) {
    mix(9)
    mixNumber(value.getTime())
  } else if (typeof value !== 'object' || value === null) mix(value === null ? 3 : value === true ? 4 : 5)
  else {
    mix(Array.isArray(value) ? 6 : 7)
    pending.push([value, decoded])
  }
}

const entriesOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined

const mixEntries = ([value, decoded]: Pair): void => {
  if (Array.isArray(value)) {
    const items: ReadonlyArray<unknown> = Array.isArray(decoded) ? decoded : []
    mix(value.length)
    for (const [index, item] of value.entries()) mixValue(item, items[index])
    return
  }
  const fields = entriesOf(value) ?? {}
  const decodedFields = Array.isArray(decoded) ? undefined : entriesOf(decoded)
  for (const name of Object.keys(fields).sort()) {
    mix(nameHashes.get(name) ?? hashName(name))
    mixValue(fields[name], decodedFields?.[name])
  }
  mix(8)
}

/**
 * A hash of a value parsed from JSON or of a decoded one, an integer of 53 bits. Values may be nested to any depth. The
 * order of fields makes no difference.
 *
 * `decoded` is the same value, decoded by a codec. If a text was decoded to a `Date` or a number, the hash uses that,
 * so two formats of a timestamp or an id have the same hash. For everything else it uses `value`, including fields that
 * the codec omitted.
 */
export const contentHash = (value: unknown, decoded?: unknown): number => {
  high = 0x41c6ce57
  low = 0xdeadbeef | 0
  mixValue(value, decoded)
  for (let inner = pending.pop(); inner !== undefined; inner = pending.pop()) mixEntries(inner)
  return mixHalves(high, low)
}

/** Whether two values have the same content. */
export const hasSameContent = <A>(value: A, other: A | undefined): boolean =>
  other !== undefined && contentHash(value) === contentHash(other)
