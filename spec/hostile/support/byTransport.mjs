// Cases that are made by every transport.
import { table } from './cases.mjs'
import { transports } from './installed.mjs'

/** By each transport. */
export const byEach = (promise, prefix, values, attack) =>
  Object.entries(transports).flatMap(([name, http]) =>
    table(promise, `${prefix}, ${name}`, values, (value, after) => attack(value, after, http)),
  )
