import * as t from 'io-ts'
import { leaf } from './leaf.js'
import { object } from './object.js'

/** The codec of options of which a part is decoded elsewhere: their fields are read once, into a copy. */
export const copy: t.Type<Readonly<Record<string, unknown>>> = leaf(
  'options',
  object.is,
  (u) => (object.is(u) ? { ...u } : undefined),
  t.identity,
)
