import type * as t from 'io-ts'
import type { RecordType } from '../../base/codec/record.js'

/** The properties that hold the inner codecs of a codec, in this library and in io-ts. */
type Parts = { readonly type?: t.Mixed; readonly types?: ReadonlyArray<t.Mixed>; readonly props?: t.Props } & Partial<
  Pick<RecordType<t.Props, t.Props>, 'required' | 'optional'>
>

/** The names of all fields that a codec knows, at any depth. */
export const codecFieldNames = (codec: t.Mixed): ReadonlyArray<string> => {
  const { type, types = [], props = {}, required = {}, optional = {} } = codec as unknown as Parts
  const fields = Object.entries({ ...props, ...required, ...optional })
  return [
    ...fields.flatMap(([name, field]) => [name, ...codecFieldNames(field)]),
    ...(type === undefined ? types : [type]).flatMap(codecFieldNames),
  ]
}
