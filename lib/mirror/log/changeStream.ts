import { concat, concatMap, defer, EMPTY, expand, map, type Observable, of } from 'rxjs'
import { afterTurn } from '../../base/clock/afterTurn.js'
import type { Clock } from '../../base/clock/Clock.js'
import { integer } from '../../base/codec/numbers.js'
import { options } from '../../base/codec/options.js'
import { decodeOptions } from '../../base/error/decodeOptions.js'
import { PageStream } from '../../streams/pages/PageStream.js'
import { feedsCodec, usersCodec } from '../core/mirrorOptions.js'
import type { PreparedTables } from '../core/prepareTables.js'
import type { SqlDialect } from '../core/SqlDialect.js'
import { cursorCodec, logStart, parseCursor } from './changeCursor.js'
import { type ChangePage, checkPosition, deletedThrough, readChanges } from './changeLog.js'
import type { ChangesConfig, LoggedChange } from './MirrorChange.js'

const changesOptions = options(
  'options',
  {},
  { after: cursorCodec, users: usersCodec, feeds: feedsCodec, limit: integer(1) },
)

/** How many changes one statement reads. */
const pageSize = 4000

/** A page, and how many changes may follow. */
interface CountedPage extends ChangePage {
  readonly remaining: number
}

/** Reads the change log page by page; see `changes` of a mirror. */
export const changeStream = (
  dialect: SqlDialect,
  run: PreparedTables['run'],
  clock: Clock,
  config: ChangesConfig,
): PageStream<LoggedChange> =>
  new PageStream((demand$) =>
    defer(() => {
      const { after, users, feeds, limit = Infinity } = decodeOptions(changesOptions, config)

      const page = (position: number, remaining: number): Observable<CountedPage> =>
        run(() =>
          readChanges(dialect, { after: position, users, feeds, maxCount: Math.min(pageSize, remaining) }),
        ).pipe(map((changePage) => ({ ...changePage, remaining: remaining - changePage.changes.length })))

      const next = ({ isLast, remaining, position }: CountedPage): Observable<CountedPage> =>
        isLast || remaining === 0
          ? EMPTY
          : concat(
              demand$,
              // A database that responds synchronously would otherwise be read in one recursion.
              afterTurn(
                clock,
                defer(() => page(position, remaining)),
              ),
            )

      const first$ = run(function* () {
        if (after === undefined) return { ...logStart, number: yield* deletedThrough(dialect) }
        const position = parseCursor(after)
        yield* checkPosition(dialect, position)
        return position
      })
      return first$.pipe(
        concatMap(({ number }) => page(number, limit)),
        expand(next),
        concatMap(({ changes }) => of(changes)),
      )
    }),
  )
