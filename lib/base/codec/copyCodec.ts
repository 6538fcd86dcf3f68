import * as t from 'io-ts'
import { createCodec } from './guardCodec.js'
import { object } from './object.js'

/** Copies options, so that each field is read only once, even if several codecs decode parts of the options. */
export const copyCodec: t.Type<Readonly<Record<string, unknown>>> = createCodec(
  'options',
  object.is,
  (u) => (object.is(u) ? { ...u } : undefined),
  t.identity,
)
