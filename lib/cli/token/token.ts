import { concatMap, defer, finalize, type Observable, take, takeUntil } from 'rxjs'
import { type AccessToken, reveal, systemClock } from '../../index.js'
import { interruption } from '../ending.js'
import { lineSink } from '../output/lineSink.js'
import { statusLine } from '../output/statusLine.js'
import { whileOpen } from '../output/whileOpen.js'
import { connectWithUser } from '../service/connect.js'
import type { ServiceOptions } from '../service/serviceOptions.js'
import { showRetries } from '../service/showRetries.js'
import { tokenJson, tokenText } from './describe.js'

/** How a token is told of. */
export interface TokenOptions extends ServiceOptions {
  readonly json?: boolean
  /** The token itself, too. */
  readonly reveal?: boolean
}

/**
 * Gets a token and says whose it is and when it expires. Only with `reveal` it is shown: alone on standard output, and
 * the rest on stderr.
 */
export const token = ({ json = false, reveal: isShown = false, ...service }: TokenOptions): Observable<never> =>
  defer(() => {
    const { client, user } = connectWithUser(service)
    const status = statusLine(process.stderr)
    const told = (given: AccessToken): ReadonlyArray<string> => {
      status.clear()
      const now = systemClock.wall()
      if (json) return [tokenJson(given, now, isShown)]
      if (!isShown) return tokenText(given, now)
      process.stderr.write(
        tokenText(given, now)
          .map((line) => `${line}\n`)
          .join(''),
      )
      return [reveal(given.access_token)]
    }
    return whileOpen(lineSink(undefined, { append: false }), ({ write }) =>
      user.token$.pipe(
        take(1),
        concatMap((given) => write(told(given))),
      ),
    ).pipe(takeUntil(showRetries(client, status)), takeUntil(interruption()), finalize(status.clear))
  })
