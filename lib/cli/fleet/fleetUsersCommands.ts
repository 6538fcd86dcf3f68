import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import {
  bufferCount,
  catchError,
  concat,
  concatMap,
  defaultIfEmpty,
  defer,
  EMPTY,
  filter,
  from,
  map,
  type Observable,
  reduce,
  takeUntil,
  throwError,
} from 'rxjs'
import { createFleet, type Fleet } from '../../mirror/fleet/createFleet.js'
import type { FleetUser } from '../../mirror/fleet/Engine.js'
import type { FleetClient } from '../../mirror/fleet/FleetConfig.js'
import { CommandError, exitCodes, usageError } from '../CommandError.js'
import { interruption } from '../endSignals.js'
import { duration, plural, printable } from '../formatText.js'
import { reportLine } from '../output/jsonLine.js'
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

/** What is wrong with a user, with the error once. */
const problemText = ({ wait, failures, failingFor, lastError, reason }: FleetUser): string => {
  if (failures === 0) return ''
  const since = failingFor === undefined ? '' : ` since ${duration(failingFor)}`
  const next = wait === undefined ? 'no round until rxbank fleet users retry' : `next round in ${duration(wait)}`
  const failed = `${reason === undefined ? '' : 'suspended, '}failed ${plural(failures, 'time')}${since}, ${next}`
  return `, ${failed}: ${lastError ?? reason ?? ''}`
}

/** Feeds that are suspended for the same reason are described together. */
const feedsText = ({ suspendedFeeds }: FleetUser): string =>
  Array.from(new Set(suspendedFeeds.map(({ reason }) => reason)), (reason) => {
    const feeds = suspendedFeeds.filter((suspended) => suspended.reason === reason)
    const names = feeds.map(({ feed }) => feed).join(', ')
    return `, ${names} suspended for ${duration(Math.max(...feeds.map(({ age }) => age)))}: ${reason}`
  }).join('')

/** A user as a line of text. */
export const userText = (user: FleetUser): string => {
  const interval = user.every === undefined ? 'no round yet' : `every ${duration(user.every)}`
  return printable(`${user.id.padEnd(24)}  ${interval}${problemText(user)}${feedsText(user)}`)
}

/** A user as a line of JSON. */
export const userJson = (user: FleetUser): string =>
  reportLine({
    id: user.id,
    uuid: user.uuid ?? null,
    every: user.every ?? null,
    wait: user.wait ?? null,
    failures: user.failures,
    failing_for: user.failingFor ?? null,
    last_error: user.lastError ?? null,
    reason: user.reason ?? null,
    suspended_feeds: user.suspendedFeeds.map(({ feed, reason, age }) => ({ feed, reason, age })),
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

const isFailing = (user: FleetUser): boolean => user.failures > 0 || isSuspended(user)

/** The result of a retry: a line of text, and whether the fleet knows the user. */
interface RetryResult {
  readonly line: string
  readonly isKnown: boolean
}

/** Schedules rounds for the users with these ids, or for all that fail or are suspended; emits a result for each. */
export const retryResults = (
  { users, retry }: Pick<Fleet, 'retry' | 'users'>,
  ids: ReadonlyArray<string>,
  all: boolean,
): Observable<RetryResult> => {
  const failing$ = users().pipe(
    filter(isFailing),
    map(({ id }) => id),
  )
  return (all ? failing$ : from(ids)).pipe(
    concatMap((id) =>
      retry(id).pipe(
        map((isKnown) => ({ isKnown, line: `${printable(id)}: ${isKnown ? 'a round is scheduled' : 'unknown user'}` })),
      ),
    ),
    defaultIfEmpty({ isKnown: true, line: 'no user fails or is suspended' }),
  )
}

/** Schedules rounds for users who fail, are suspended, or have feeds that are suspended. */
export const retryUsers = (ids: ReadonlyArray<string>, { all = false }: RetryOptions): Observable<never> =>
  defer(() => {
    if (all === ids.length > 0) throw usageError('pass ids of users, or --all')
    let hasUnknown = false
    return concat(
      writeFleetLines((fleet) =>
        retryResults(fleet, ids, all).pipe(
          map(({ line, isKnown }) => {
            hasUnknown ||= !isKnown
            return line
          }),
        ),
      ),
      // The message is empty, because the lines name the unknown users.
      defer(() => (hasUnknown ? throwError(() => new CommandError('', exitCodes.failed)) : EMPTY)),
    )
  })
