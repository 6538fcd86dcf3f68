import { MirrorError } from '../core/MirrorError.js'
import { SchemaRefused } from '../core/SchemaRefused.js'
import { postgresError } from '../postgres/postgresError.js'
import { stalledState } from './engineFunctions.js'
import { FleetError, type FleetReason } from './FleetError.js'

/** The `SQLSTATE` of a missing table, a missing function and a missing schema. */
const missingObjectStates: ReadonlyArray<unknown> = ['42P01', '42883', '3F000']

const reasonOf = ({ reason, code }: MirrorError): FleetReason => {
  if (code === stalledState) return 'stalled'
  return missingObjectStates.includes(code) ? 'outdated' : reason
}

/** Converts an error of the database, or of the connection to it, to an error of the engine. */
export const engineError = (error: unknown): FleetError => {
  if (error instanceof FleetError) return error
  if (error instanceof SchemaRefused) return new FleetError({ reason: error.reason })
  const refused = error instanceof MirrorError ? error : postgresError(error)
  return new FleetError({ reason: reasonOf(refused), code: refused.code })
}
