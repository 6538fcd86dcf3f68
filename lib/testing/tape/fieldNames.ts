import type * as t from 'io-ts'
import type { RecordType } from '../../base/codec/record.js'

/** What the codecs of this library, and of io-ts, have of the codecs that they are made of. */
type Parts = { readonly type?: t.Mixed; readonly types?: ReadonlyArray<t.Mixed>; readonly props?: t.Props } & Partial<
  Pick<RecordType<t.Props, t.Props>, 'required' | 'optional'>
>

/** The names of the fields that a codec knows, however deep. */
export const fieldNames = (codec: t.Mixed): ReadonlyArray<string> => {
  const { type, types = [], props = {}, required = {}, optional = {} } = codec as unknown as Parts
  const fields = Object.entries({ ...props, ...required, ...optional })
  return [
    ...fields.flatMap(([name, field]) => [name, ...fieldNames(field)]),
    ...(type === undefined ? types : [type]).flatMap(fieldNames),
  ]
}
