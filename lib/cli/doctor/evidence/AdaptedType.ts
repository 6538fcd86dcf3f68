import * as t from 'io-ts'
import { type Fields, object, record, type RecordType } from '../../../codec.js'
import { conversions } from './conversions.js'
import type { ProfileChange } from './ProfileChange.js'

/** A change that concerns the fields of a resource. */
export type FieldChange = Extract<ProfileChange, { readonly field: string }>

type Row = Readonly<Record<string, unknown>>
type AnyRecord = RecordType<Fields, Fields>

/** The codec of a record, found by its structure: the codec may come from another copy of the package. */
export const recordOf = (codec: t.Mixed): AnyRecord | undefined => {
  const { _tag: tag, type } = codec as { readonly _tag?: string; readonly type?: t.Mixed }
  if (tag === 'RecordType') return codec as AnyRecord
  return tag === 'RefinementType' && type !== undefined ? recordOf(type) : undefined
}

const adaptField = (row: Row, change: FieldChange): Row => {
  if (change.change === 'make-optional') return row
  const source = change.change === 'rename-field' ? change.from : change.field
  if (!Object.hasOwn(row, source)) return row
  if (change.change === 'convert-field') return { ...row, [change.field]: conversions[change.conversion](row[source]) }
  const { [source]: value, ...others } = row
  return Object.hasOwn(row, change.field) ? row : { ...others, [change.field]: value }
}

const withOptional = ({ name, required, optional }: AnyRecord, fields: ReadonlyArray<string>): t.Mixed => {
  const entries = Object.entries(required)
  return record(name, Object.fromEntries(entries.filter(([field]) => !fields.includes(field))), {
    ...optional,
    ...Object.fromEntries(entries.filter(([field]) => fields.includes(field))),
  })
}

/** The codec of a resource whose rows have other names or forms of fields: rows are adapted, and then decoded. */
export class AdaptedType extends t.Type<unknown> {
  // Functions that read the structure of codecs find the codec inside, as in a refinement of io-ts.
  readonly _tag = 'RefinementType'
  readonly type: t.Mixed

  constructor(
    codec: AnyRecord,
    readonly changes: ReadonlyArray<FieldChange>,
  ) {
    const optional = changes.filter(({ change }) => change === 'make-optional').map(({ field }) => field)
    const type = withOptional(codec, optional)
    super(
      type.name,
      (u): u is unknown => type.is(u),
      (u, context) => type.validate(this.adapt(u), context) as t.Validation<unknown>,
      type.encode as t.Encode<unknown, unknown>,
    )
    this.type = type
  }

  /** A row with the names and forms of the profile. */
  adapt(row: unknown): unknown {
    return object.is(row) ? this.changes.reduce<Row>(adaptField, row) : row
  }
}

/** A row as the codec of its resource reads it. */
export const adaptRow = (codec: t.Mixed, row: unknown): unknown =>
  codec instanceof AdaptedType ? codec.adapt(row) : row
