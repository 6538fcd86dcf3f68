import { Type } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { Value } from '@sinclair/typebox/value'
import { byKind, dayPattern, maxId, momentPattern } from './fields.mjs'

const kinds = {
  id: Type.Integer({ minimum: 0, maximum: maxId }),
  text: Type.String(),
  moment: Type.Transform(Type.String({ pattern: momentPattern.source }))
    .Decode((iso) => new Date(iso))
    .Encode((moment) => moment.toISOString()),
  number: Type.Number(),
  day: Type.String({ pattern: dayPattern.source }),
  flag: Type.Boolean(),
}

const optionally = (schema) => Type.Optional(Type.Union([schema, Type.Null()]))

const pageOf = ({ required, optional }) => {
  const transaction = Type.Object({ ...byKind(required, kinds), ...byKind(optional, kinds, optionally) })
  const links = Type.Object({ previous_uri: optionally(kinds.text), next_uri: optionally(kinds.text) })
  return Type.Object({ resources: Type.Array(transaction), pagination: optionally(links) })
}

export const typebox = (fields) => {
  const page = TypeCompiler.Compile(pageOf(fields))
  return { name: 'typebox, compiled', decode: (value) => page.Decode(value) }
}

/** What its documentation names for where code cannot be made from strings. */
export const typeboxValue = (fields) => {
  const page = pageOf(fields)
  return { name: 'typebox, Value.Decode', decode: (value) => Value.Decode(page, value) }
}
