import { isLeft } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decodersOf, withDecoders } from '../../base/codec/decode.js'
import { id as idCodec } from '../../base/codec/id.js'
import { object } from '../../base/codec/object.js'
import { lenient, record, type RecordType } from '../../base/codec/record.js'
import type { Fields } from '../../base/codec/RecordOf.js'

/** The flag of a removed row: `is_deleted`, or `deleted` as of 2025-01-15, is `true`. */
export type RemovalFlag = { readonly is_deleted: true } | { readonly deleted: true }

/**
 * A row that was removed. Only its `id` and the flag are certain: the service may omit everything else. Other fields
 * that it sends are preserved, except required fields that are invalid or `null`.
 */
export type RemovedRow<A = unknown> = Partial<A> & { readonly id: number } & RemovalFlag

/**
 * A row in a list of changes: a complete row, or a removed one, of which only the `id` is certain. `isRemoved`
 * distinguishes them.
 *
 * @example
 * import { isRemoved, type UpdatedRow } from 'rxbank'
 * import type { Bridge2021Transaction } from 'rxbank/bridge'
 *
 * const amountOf = (row: UpdatedRow<Bridge2021Transaction>): number => (isRemoved(row) ? 0 : row.amount)
 * assert.deepStrictEqual(amountOf({ id: 7, is_deleted: true }), 0)
 */
export type UpdatedRow<A> = A | RemovedRow<A>

type Unknown = Readonly<Record<string, unknown>>

const flagNames = ['is_deleted', 'deleted'] as const

const ownValue = (u: unknown, name: string): unknown => (object.is(u) && Object.hasOwn(u, name) ? u[name] : undefined)

/** Whether a row is removed, or the name of a flag that is not a boolean. */
const removalOf = (flag: (name: string) => unknown): boolean | { readonly wrong: string } => {
  const present = flagNames.filter((name) => flag(name) !== null && flag(name) !== undefined)
  if (present.some((name) => flag(name) === true)) return true
  const [wrong] = present
  return wrong === undefined || present.some((name) => flag(name) === false) ? false : { wrong }
}

/** The flag of a row that is removed. */
const flagOf = (row: unknown): Unknown => {
  const name = flagNames.find((candidate) => ownValue(row, candidate) === true)
  return name === undefined ? {} : { [name]: true }
}

const isPlainFlag = (flag: unknown): boolean => flag === undefined || flag === null || typeof flag === 'boolean'

/** Whether a codec is a record, of whichever copy of the package. */
const isRecord = (codec: unknown): codec is Pick<RecordType<Fields, Fields>, 'name' | 'required' | 'optional'> =>
  (codec as Partial<RecordType<Fields, Fields>>)._tag === 'RecordType'

/** Decodes the valid fields of a row, of which only `id` is required. */
const partialOf = <A>(codec: t.Type<A, unknown>): ((u: unknown) => t.Validation<Unknown>) => {
  if (!isRecord(codec))
    return (u) => {
      const decoded = idCodec.decode(ownValue(u, 'id'))
      return isLeft(decoded) ? decoded : t.success({ id: decoded.right })
    }
  const { required, optional } = codec
  const { id = idCodec, ...otherRequired } = required
  const partial = record(codec.name, { id }, lenient({ ...optional, ...otherRequired }))
  return (u) => {
    const decoded = partial.decode(u)
    if (isLeft(decoded)) return decoded
    const row = Object.entries(decoded.right).filter(
      ([name, value]) => value !== null || !Object.hasOwn(otherRequired, name),
    )
    return t.success(Object.fromEntries(row))
  }
}

/** The codecs of changes by the codecs of rows. A codec of changes maps to itself, so that it is not wrapped again. */
const changeCodecs = /* @__PURE__ */ new WeakMap<object, unknown>()

const createChangeCodec = <A>(codec: t.Type<A, unknown>): t.Type<UpdatedRow<A>, unknown> => {
  const { fast, validate: validateRow } = decodersOf(codec)
  const partial = partialOf(codec)
  const flagType = new t.Type<boolean>('boolean', t.boolean.is, t.failure, t.identity)

  const decodeRemoved = (u: unknown): RemovedRow<A> | undefined => {
    const decoded = removalOf((name) => ownValue(u, name)) === true ? partial(u) : undefined
    if (decoded === undefined || isLeft(decoded)) return undefined
    return { ...decoded.right, ...flagOf(u) } as unknown as RemovedRow<A>
  }

  const validate = (u: unknown, context: t.Context): t.Validation<UpdatedRow<A>> => {
    const decoded = validateRow(u, context) as t.Validation<A>
    if (isLeft(decoded)) {
      // #sabotage: bare-tombstone
      const row = decodeRemoved(u)
      return row === undefined ? decoded : t.success(row)
    }
    const row = decoded.right
    // A codec may read the flag in its own way, or omit it in the decoded row.
    const removal = removalOf((name) => ownValue(row, name) ?? ownValue(u, name))
    if (removal === false) return decoded
    if (removal !== true) {
      const flag = ownValue(u, removal.wrong)
      return t.failure(flag, t.appendContext(context, removal.wrong, flagType, flag))
    }
    if (removalOf((name) => ownValue(row, name)) === true) return decoded
    return t.success({ ...decodeRemoved(u), ...row, ...flagOf(u) } as RemovedRow<A>)
  }

  const isChanged = (u: unknown): u is UpdatedRow<A> =>
    codec.is(u) || (idCodec.is(ownValue(u, 'id')) && removalOf((name) => ownValue(u, name)) === true)

  const changed = new t.Type<UpdatedRow<A>, unknown>(codec.name, isChanged, validate, (row) =>
    codec.is(row) ? codec.encode(row) : row,
  )
  // The fast decoder is only for rows whose flags are booleans or missing.
  const fastChange = (u: unknown, isOwned: boolean): unknown => {
    if (typeof u !== 'object' || u === null) return undefined
    const { is_deleted, deleted } = u as Unknown
    const decoded = isPlainFlag(is_deleted) && isPlainFlag(deleted) ? fast?.(u, isOwned) : undefined
    if (typeof decoded !== 'object' || decoded === null) return undefined
    const row = decoded as Unknown
    return row.is_deleted === is_deleted && row.deleted === deleted ? decoded : undefined
  }
  return withDecoders(changed, { fast: fast && fastChange, validate })
}

/**
 * The codec of a list's changes, made from the codec of its rows: a removed row needs only an `id` and a flag that is
 * `true`, even if the codec omits the flag. A flag of another type, which might mean a removal, is rejected, unless the
 * codec decodes it to a boolean or the other flag is a boolean. A row without a flag, or whose flag is `null`, is not
 * removed.
 */
export const changeOf = <A>(codec: t.Type<A, unknown>): t.Type<UpdatedRow<A>, unknown> => {
  const cached = changeCodecs.get(codec) as t.Type<UpdatedRow<A>, unknown> | undefined
  if (cached !== undefined) return cached
  const changed = createChangeCodec(codec)
  changeCodecs.set(codec, changed).set(changed, changed)
  return changed
}
