import { concatMap, defer, finalize, type Observable, take, takeUntil } from 'rxjs'
import { systemClock } from '../../base/clock/systemClock.js'
import { reveal } from '../../base/Redacted.js'
import type { AccessToken } from '../../service/model/AccessToken.js'
import { interruption } from '../endSignals.js'
import { duration, printable } from '../formatText.js'
import { jsonLine } from '../output/jsonLine.js'
import { lineSink } from '../output/lineSink.js'
import { useWhileOpen } from '../output/openFile.js'
import { statusLine } from '../output/statusLine.js'
import { connectWithUser } from '../service/connectService.js'
import type { ServiceOptions } from '../service/serviceOptions.js'
import { showRetries } from '../service/showRetries.js'

const expiry = ({ expires_at }: AccessToken): string =>
  expires_at.toISOString().replace('T', ' ').replace(/\..*/, ' UTC')

/** The user and the expiry of a token, as text. */
export const tokenText = (token: AccessToken, now: number): ReadonlyArray<string> => {
  const { uuid, external_user_id, email } = token.user
  const name = external_user_id ?? email
  const left = token.expires_at.getTime() - now
  return [
    `user     ${printable(name === null || name === undefined ? uuid : `${name} (${uuid})`)}`,
    `expires  ${expiry(token)}, ${left > 0 ? `in ${duration(left)}` : 'by the clock of the service'}`,
  ]
}

/**
 * The user and the expiry of a token, as JSON. `expires_in` is in seconds; `null` if the clocks differ too much to
 * compute it.
 */
export const tokenJson = ({ access_token, expires_at, user }: AccessToken, now: number, isShown: boolean): string => {
  const left = expires_at.getTime() - now
  return jsonLine({
    user,
    expires_at,
    expires_in: left > 0 ? Math.floor(left / 1000) : null,
    ...(isShown ? { access_token: reveal(access_token) } : {}),
  })
}

/** The options of `rxbank token`. */
export interface TokenOptions extends ServiceOptions {
  readonly json?: boolean
  /** Whether to print the token itself. */
  readonly reveal?: boolean
}

/**
 * Gets a token and prints its user and expiry. The token itself is printed only with `reveal`: alone on standard
 * output, everything else on stderr.
 */
export const showToken = ({ json = false, reveal: isShown = false, ...service }: TokenOptions): Observable<never> =>
  defer(() => {
    const { client, user } = connectWithUser(service)
    const status = statusLine(process.stderr)
    const outputLines = (token: AccessToken): ReadonlyArray<string> => {
      status.clear()
      const now = systemClock.wall()
      if (json) return [tokenJson(token, now, isShown)]
      if (!isShown) return tokenText(token, now)
      process.stderr.write(
        tokenText(token, now)
          .map((line) => `${line}\n`)
          .join(''),
      )
      return [reveal(token.access_token)]
    }
    return useWhileOpen(lineSink(undefined, { append: false }), ({ write }) =>
      user.token$.pipe(
        take(1),
        concatMap((token) => write(outputLines(token))),
      ),
    ).pipe(takeUntil(showRetries(client, status)), takeUntil(interruption()), finalize(status.clear))
  })
