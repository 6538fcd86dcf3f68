import { concat, count, defer, from, ignoreElements, map, type Observable, takeUntil, tap } from 'rxjs'
import { createPermits } from '../../mirror/postgres/createPermits.js'
import { interruption } from '../endSignals.js'
import { plural } from '../formatText.js'
import { fleetPeers, loadPeer } from '../loadPeer.js'
import { databaseUrl } from './fleetSettings.js'
import { withDatabase } from './withDatabase.js'

/** The options of `rxbank fleet migrate`. */
export interface MigrateOptions {
  readonly changes?: true
}

/** Creates or updates the tables of mirror, tokens, permits and engine. */
export const migrateDatabase = ({ changes }: MigrateOptions): Observable<never> =>
  defer(() => {
    const url = databaseUrl(process.env)
    return concat(
      from(loadPeer('graphile-worker', fleetPeers, () => import('graphile-worker'))).pipe(ignoreElements()),
      withDatabase({ url }, ({ pool, mirror, tokens, engine }) => {
        // The tables do not depend on the limit.
        const permits = createPermits({ pool, application: { requests: 1, per: 1000 } })
        return concat(
          mirror.migrate({ features: ['consents', ...(changes ? (['changes'] as const) : [])] }),
          tokens.migrate(),
          permits.migrate(),
          engine.migrate(),
        ).pipe(
          count(),
          map((steps) =>
            steps === 0 ? 'nothing to do: the tables are up to date' : `${plural(steps, 'step')} applied`,
          ),
          tap((line) => process.stdout.write(`${line}\n`)),
          takeUntil(interruption()),
        )
      }),
    ).pipe(ignoreElements())
  })
