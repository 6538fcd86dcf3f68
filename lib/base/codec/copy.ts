import * as t from 'io-ts'
import { leaf } from './leaf.js'
import { object } from './object.js'

/** Copies options, so that each field is read only once even if parts of them are decoded in several places. */
export const copy: t.Type<Readonly<Record<string, unknown>>> = leaf(
  'options',
  object.is,
  (u) => (object.is(u) ? { ...u } : undefined),
  t.identity,
)
