import * as t from 'io-ts'
import { createCodec } from './guardCodec.js'
import { object } from './object.js'

/** Copies options, so that each field is read only once even if parts of them are decoded in several places. */
export const copyCodec: t.Type<Readonly<Record<string, unknown>>> = createCodec(
  'options',
  object.is,
  (u) => (object.is(u) ? { ...u } : undefined),
  t.identity,
)
