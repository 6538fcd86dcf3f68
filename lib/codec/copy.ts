import * as t from 'io-ts'
import { object } from './object.js'

/** The codec of options of which a part is decoded elsewhere: their fields are read once, into a copy. */
export const copy: t.Type<Readonly<Record<string, unknown>>> = new t.Type(
  'options',
  object.is,
  (u, context) => (object.is(u) ? t.success({ ...u }) : t.failure(u, context)),
  t.identity,
)
