import { catchError, type MonoTypeOperatorFunction } from 'rxjs'
import { FleetError } from '../../fleet/index.js'
import { MirrorError, SchemaRefused } from '../../postgres/index.js'
import { CommandError, exitCodes } from '../CommandError.js'
import { databaseVariables } from './fleetSettings.js'

type Refused = FleetError | MirrorError | SchemaRefused

const isRefused = (error: unknown): error is Refused =>
  error instanceof FleetError || error instanceof MirrorError || error instanceof SchemaRefused

const variables = databaseVariables.join(' or ')

/** What the message of an error is followed by, for the reasons that the user of the command can do something about. */
const advice: Readonly<Record<string, string>> = {
  unavailable: `; check ${variables}, and that the database is there`,
  denied: `; check the user and the password of ${variables}`,
}

const text = (error: Refused): string => {
  if (error.reason === 'outdated') return 'tables or migrations of the fleet are missing: run rxbank fleet migrate'
  if (error.reason === 'newer') return 'the tables of the fleet are of a newer version of rxbank: run that version'
  const noDatabase = 'code' in error && error.code === '3D000' ? `; there is none of the name in ${variables}` : ''
  return `${error.message.replace(/^(?:mirror|fleet): /, '')}${noDatabase}${advice[error.reason] ?? ''}`
}

/** The message for an error of the database; `undefined` for any other error. */
export const databaseFailure = (error: unknown): string | undefined => (isRefused(error) ? text(error) : undefined)

/** Converts errors of the database to a `CommandError`, which shows neither rows nor connection data. */
export const inDatabaseWords = <A>(): MonoTypeOperatorFunction<A> =>
  catchError((error: unknown) => {
    const words = databaseFailure(error)
    throw words === undefined ? error : new CommandError(words, exitCodes.failed)
  })
