import * as t from 'io-ts'
import type { Decoders, FastDecoder } from './decode.js'
import { id } from './id.js'
import { finite } from './numbers.js'
import { object } from './object.js'

/** A field of a record. */
export interface Field {
  readonly key: string
  readonly codec: t.Mixed
  readonly isOptional: boolean
  /** Whether the field is omitted if its value is wrong. The fast decoder leaves wrong values to `validate`. */
  readonly isLenient: boolean
  readonly decoders: Decoders
}

/** The most common codecs. Their values are checked inline, without a call. */
const commonCodecs: ReadonlyArray<t.Mixed> = [t.string, t.boolean, finite, id]

/** A lenient or assumed codec. `type` is the codec that it wraps. */
interface Wrapper {
  readonly type: t.Mixed
  readonly isAssumed: true
  readonly isLenient: true
}

/** The codec of the values that are expected, without the wrappers around it. */
const expectedOf = (codec: t.Mixed & Partial<Wrapper>): t.Mixed =>
  codec.type !== undefined && (codec.isAssumed === true || codec.isLenient === true) ? expectedOf(codec.type) : codec

/** Whether a value is valid for the common codec with this index; `false` for another index. */
const isOfCommonType = (commonIndex: number, value: unknown): boolean => {
  switch (commonIndex) {
    case 0:
      return typeof value === 'string'
    case 1:
      return typeof value === 'boolean'
    case 2:
      return Number.isFinite(value)
    case 3:
      return Number.isSafeInteger(value) && (value as number) >= 0
    default:
      return false
  }
}

/**
 * Whether a field must be present. A field whose codec accepts anything, such as `t.readonly(t.unknown)`, may be
 * missing.
 */
const isRequired = ({ codec, isOptional }: Field): boolean => !isOptional && codec.validate !== t.unknown.validate

/** How the values of a key are decoded, and the slot of the key that followed it in the last record. */
class Slot {
  next: Slot = this
  readonly fast: FastDecoder | undefined
  readonly isRequired: boolean
  /** The index of the field's codec in `commonCodecs`; -1 for other codecs. */
  readonly kind: number

  constructor(
    readonly key: string | undefined,
    field?: Field,
  ) {
    this.fast = field?.decoders.fast
    this.isRequired = field !== undefined && isRequired(field)
    this.kind = field ? commonCodecs.indexOf(expectedOf(field.codec)) : -1
  }
}

/** How many unknown keys are remembered, and their maximum length. */
const maxUnknownKeys = 64
const maxUnknownKeyLength = 64

/**
 * The fast decoder of a record with these fields, each of which has a fast decoder.
 *
 * The records of a list usually have their keys in the same order. So each record is read key by key in its own order,
 * which engines do much faster than looking up fields by varying names.
 */
export const fastRecord = (fields: ReadonlyArray<Field>): FastDecoder => {
  const slots = new Map<string, Slot>()
  for (const field of fields) slots.set(field.key, new Slot(field.key, field))
  const requiredCount = fields.filter(isRequired).length
  const maxSlots = slots.size + maxUnknownKeys
  const unknownSlot = new Slot(undefined)
  let last = unknownSlot

  const find = (key: string): Slot => {
    const existing = slots.get(key)
    if (existing !== undefined) return existing
    if (slots.size >= maxSlots || key.length > maxUnknownKeyLength) return unknownSlot
    const slot = new Slot(key)
    slots.set(key, slot)
    return slot
  }

  return (u, isOwned) => {
    if (isOwned ? typeof u !== 'object' || u === null || Array.isArray(u) : !object.is(u)) return undefined
    // Inherited properties are not fields: `validate` decides.
    for (const _ in Object.getPrototypeOf(u)) return undefined
    const input = u as Readonly<Record<string, unknown>>
    let decoded = u as Record<string, unknown>
    let slot = last
    let missing = requiredCount
    // Properties that are not enumerable are fields too.
    let unvisited = isOwned ? 0 : Object.getOwnPropertyNames(u).length
    for (const key in input) {
      unvisited--
      if (slot.next.key !== key) slot.next = find(key)
      slot = slot.next
      if (slot.fast === undefined) continue
      const value = input[key]
      if (slot.isRequired) missing--
      if (isOfCommonType(slot.kind, value)) continue
      if (!slot.isRequired && (value === null || value === undefined)) continue
      const result = slot.fast(value, isOwned)
      if (result === undefined) return undefined
      if (result === value) continue
      if (!isOwned && decoded === u) decoded = { ...input }
      decoded[key] = result
    }
    last = slot
    return missing === 0 && unvisited <= 0 ? decoded : undefined
  }
}
