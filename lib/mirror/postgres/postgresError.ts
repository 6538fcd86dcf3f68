import { MirrorError, type MirrorReason } from '../core/MirrorError.js'

/** The `SQLSTATE` with which a migration refuses a database whose encoding is not UTF8. */
export const encodingState = 'RXB02'

/** The `SQLSTATE` with which a migration refuses a schema with tables of another program. */
export const foreignTablesState = 'RXB03'

/** The reason for each prefix of an `SQLSTATE`. Longer prefixes come before shorter ones. */
const reasons: ReadonlyArray<readonly [prefix: string, reason: MirrorReason]> = [
  ['57P', 'unavailable'],
  ['25P03', 'unavailable'],
  ['08', 'unavailable'],
  ['53300', 'unavailable'],
  ['53', 'full'],
  ['40', 'busy'],
  ['55P03', 'busy'],
  ['57014', 'busy'],
  ['28', 'denied'],
  ['3D', 'denied'],
  ['42501', 'denied'],
  [encodingState, 'encoding'],
  [foreignTablesState, 'occupied'],
  // A table, a function, a sequence or an index of this name exists already.
  ['42P07', 'occupied'],
  ['42723', 'occupied'],
  ['42710', 'occupied'],
  ['22', 'unwritable'],
  ['54', 'unwritable'],
]

const isState = (code: unknown): code is string => typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)

/** Converts an error of `pg`. An error without an `SQLSTATE` means that the connection was lost. */
export const postgresError = (error: unknown): MirrorError => {
  if (error instanceof MirrorError) return error
  const code = (error as { readonly code?: unknown } | null | undefined)?.code
  if (!isState(code) || code.startsWith('E')) return new MirrorError({ reason: 'unavailable', code })
  const [, reason = 'failed'] = reasons.find(([prefix]) => code.startsWith(prefix)) ?? []
  return new MirrorError({ reason, code })
}
