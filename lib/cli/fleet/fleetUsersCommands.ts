import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import {
  bufferCount,
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  filter,
  from,
  map,
  type Observable,
  reduce,
  takeUntil,
} from 'rxjs'
import { createFleet, type Fleet } from '../../mirror/fleet/createFleet.js'
import type { FleetUser } from '../../mirror/fleet/Engine.js'
import type { FleetClient } from '../../mirror/fleet/FleetConfig.js'
import { CommandError, exitCodes, usageError } from '../CommandError.js'
import { interruption } from '../endSignals.js'
import { duration, plural, printable } from '../formatText.js'
import { jsonLine } from '../output/jsonLine.js'
import { lineSink } from '../output/lineSink.js'
import { reasonOf, useWhileOpen } from '../output/openFile.js'
import { databaseUrl } from './fleetSettings.js'
import { withDatabase } from './withDatabase.js'

/** The options of `rxbank fleet users add`. */
export interface AddOptions {
  readonly file?: string
}

/** The options of `rxbank fleet users list`. */
export interface ListOptions {
  readonly suspended?: boolean
  readonly json?: boolean
}

/** The options of `rxbank fleet users retry`. */
export interface RetryOptions {
  readonly all?: boolean
}

/** The non-empty lines of a file, or of standard input for `-`. */
const linesOf = (file: string): Observable<string> =>
  defer(() => {
    const input = file === '-' ? process.stdin : createReadStream(file)
    const failure = new Promise<never>((_, fail) => input.once('error', fail))
    // The generator below reports the error. Without the race, the reader would take an error for the end of the file.
    failure.catch(() => undefined)
    const lines = createInterface({ input, crlfDelay: Infinity })[Symbol.asyncIterator]()
    return from(
      (async function* () {
        for (;;) {
          const next = await Promise.race([lines.next(), failure])
          if (next.done === true) return
          yield next.value
        }
      })(),
    )
  }).pipe(
    map((line) => line.trim()),
    filter((line) => line !== ''),
    catchError((error: unknown) => {
      throw new CommandError(`${file} cannot be read: ${reasonOf(error)}`, exitCodes.failed)
    }),
  )

/** The client of a fleet that sends no requests. */
const noClient: FleetClient = {
  user: () => {
    throw new Error('this client sends no requests')
  },
}

/** Opens the fleet of the database, and prints the lines that `lines` emits. */
const writeFleetLines = (lines: (fleet: Fleet) => Observable<string>): Observable<never> =>
  defer(() =>
    withDatabase({ url: databaseUrl(process.env) }, ({ mirror, engine }) => {
      const fleet = createFleet({ client: noClient, mirror, engine })
      return useWhileOpen(lineSink(undefined, { append: false }), ({ write }) =>
        lines(fleet).pipe(
          bufferCount(100),
          concatMap((batch) => write(batch)),
        ),
      ).pipe(takeUntil(interruption()))
    }),
  )

/** Adds the users of the arguments and of a file, and prints how many are new. */
export const addUsers = (ids: ReadonlyArray<string>, { file }: AddOptions): Observable<never> =>
  defer(() => {
    if (ids.length === 0 && file === undefined)
      throw usageError('no user is given: pass user ids, or a file with --file')
    let idCount = 0
    const all$ = concat(from(ids), file === undefined ? EMPTY : linesOf(file)).pipe(
      map((id) => {
        idCount++
        return id
      }),
    )
    return writeFleetLines((fleet) =>
      fleet.add(all$).pipe(map((added) => `${plural(added, 'user')} added, of ${String(idCount)} given`)),
    )
  })

/** Ends the rounds of users, and erases their rows and tokens. */
export const removeUsers = (ids: ReadonlyArray<string>): Observable<never> =>
  writeFleetLines((fleet) =>
    from(ids).pipe(
      concatMap((id) =>
        fleet.remove(id).pipe(
          reduce((_, wasKnown) => wasKnown, false),
          map((wasKnown) => `${printable(id)}: ${wasKnown ? 'removed' : 'not found'}`),
        ),
      ),
    ),
  )

const isSuspended = ({ reason, suspendedFeeds }: FleetUser): boolean =>
  reason !== undefined || suspendedFeeds.length > 0

const userText = ({ id, every, failures, lastError, reason, suspendedFeeds }: FleetUser): string => {
  const interval = every === undefined ? 'no round yet' : `every ${duration(every)}`
  const errorText = lastError === undefined ? '' : `: ${lastError}`
  const failureText = failures > 0 ? `, failed ${plural(failures, 'time')}${errorText}` : ''
  const feeds = suspendedFeeds
    .map(({ feed, age, reason: why }) => `, ${feed} suspended for ${duration(age)}: ${why}`)
    .join('')
  return printable(
    `${id.padEnd(24)}  ${reason === undefined ? `${interval}${failureText}${feeds}` : `suspended: ${reason}`}`,
  )
}

const userJson = ({ id, uuid, every, failures, lastError, reason, suspendedFeeds }: FleetUser): string =>
  jsonLine({
    id,
    uuid: uuid ?? null,
    every: every ?? null,
    failures,
    last_error: reason ?? lastError ?? null,
    reason: reason ?? null,
    suspended_feeds: suspendedFeeds,
  })

/** Lists the users, one a line: as text on a terminal, otherwise as JSON. */
export const listUsers = ({ suspended = false, json = false }: ListOptions): Observable<never> => {
  const toLine = process.stdout.isTTY && !json ? userText : userJson
  return writeFleetLines((fleet) =>
    fleet.users().pipe(
      filter((user) => !suspended || isSuspended(user)),
      map(toLine),
    ),
  )
}

/** Schedules rounds for users who are suspended, or have feeds that are suspended. */
export const retryUsers = (ids: ReadonlyArray<string>, { all = false }: RetryOptions): Observable<never> =>
  defer(() => {
    if (all === ids.length > 0) throw usageError('pass ids of users who are suspended, or --all')
    return writeFleetLines((fleet) => {
      const suspended$ = fleet.users().pipe(
        filter(isSuspended),
        map(({ id }) => id),
      )
      return (all ? suspended$ : from(ids)).pipe(
        concatMap((id) =>
          fleet
            .retry(id)
            .pipe(map((wasSuspended) => `${printable(id)}: ${wasSuspended ? 'scheduled again' : 'not suspended'}`)),
        ),
      )
    })
  })
