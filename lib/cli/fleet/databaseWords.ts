import { catchError, type MonoTypeOperatorFunction } from 'rxjs'
import { FleetError } from '../../fleet/index.js'
import { MirrorError, SchemaRefused } from '../../postgres/index.js'
import { CommandError, exitCodes } from '../CommandError.js'
import { databaseVariables } from './fleetSettings.js'

type Refused = FleetError | MirrorError | SchemaRefused

const isRefused = (error: unknown): error is Refused =>
  error instanceof FleetError || error instanceof MirrorError || error instanceof SchemaRefused

const variables = databaseVariables.join(' or ')

/** What to do, by the reason; a reason that is not here is told as it is. */
const advice: Readonly<Record<string, string>> = {
  unavailable: `; check ${variables}, and that the database is there`,
  denied: `; check the user and the password of ${variables}`,
}

const text = (error: Refused): string => {
  if (error.reason === 'outdated') return 'the tables of the fleet are not there, or miss steps: rxbank fleet migrate'
  if (error.reason === 'newer') return 'the tables of the fleet are of a newer version of rxbank: run that one'
  const noDatabase = 'code' in error && error.code === '3D000' ? `; there is none of the name in ${variables}` : ''
  return `${error.message.replace(/^(?:mirror|fleet): /, '')}${noDatabase}${advice[error.reason] ?? ''}`
}

/** What failed, in words, where the database did; `undefined` for anything else. */
export const databaseFailure = (error: unknown): string | undefined => (isRefused(error) ? text(error) : undefined)

/** Ends a command with what to do where the database fails. Its errors show neither rows nor how it is reached. */
export const inDatabaseWords = <A>(): MonoTypeOperatorFunction<A> =>
  catchError((error: unknown) => {
    const words = databaseFailure(error)
    throw words === undefined ? error : new CommandError(words, exitCodes.failed)
  })
