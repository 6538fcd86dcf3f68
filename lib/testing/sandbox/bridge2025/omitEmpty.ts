import { object } from '../../../base/codec/object.js'

/** A row without the fields that have no value, at every depth, because this API version sends no nulls. */
export const omitEmpty = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]: readonly [string, unknown]) =>
      value === null || value === undefined ? [] : [[name, object.is(value) ? omitEmpty(value) : value]],
    ),
  )
