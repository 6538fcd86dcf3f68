import { MirrorError } from '../mirror/MirrorError.js'
import { SchemaRefused } from '../mirror/SchemaRefused.js'
import { postgresError } from '../postgres/postgresError.js'
import { stalledState } from './engineFunctions.js'
import { FleetError, type FleetReason } from './FleetError.js'

/** What a table, a function or a schema that is not there is called. */
const missing: ReadonlyArray<unknown> = ['42P01', '42883', '3F000']

const reasonOf = ({ reason, code }: MirrorError): FleetReason => {
  if (code === stalledState) return 'stalled'
  return missing.includes(code) ? 'outdated' : reason
}

/** The error of an engine for what its database, or the way to it, failed with. */
export const engineError = (error: unknown): FleetError => {
  if (error instanceof FleetError) return error
  if (error instanceof SchemaRefused) return new FleetError({ reason: error.reason })
  const refused = error instanceof MirrorError ? error : postgresError(error)
  return new FleetError({ reason: reasonOf(refused), code: refused.code })
}
