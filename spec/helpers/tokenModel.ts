import { concatMap, defer, finalize, map, NEVER, type Observable, of, tap } from 'rxjs'
import type { Emit } from '../../lib/base/event/eventHub.js'
import type { Http } from '../../lib/http/Http.js'
import type { HttpResponse } from '../../lib/http/HttpResponse.js'
import { requestedWait } from '../../lib/http/retryAfter.js'
import type { AccessToken } from '../../lib/service/model/AccessToken.js'
import { json, token } from './responses.js'
import { minute, nameOf, second, type World } from './tokens.js'
import { after } from './watching.js'

/** How the service answers: a token for so many milliseconds, with or without its time, or something else. */
export type Answer =
  | { readonly life: number; readonly date: boolean }
  | { readonly status: number; readonly retryAfter?: number }
  | 'garbage'
  | 'never'

/** A token, as far as the machine can know it: when it was asked for, by both clocks, and for how long it lives. */
interface Issued {
  readonly wall: number
  readonly monotonic: number
  readonly life: number
}

/** A service, and the judge of what is done with its tokens. */
export interface Judge {
  readonly http: Http
  readonly emit: Emit
  /** What the service answers from now on. */
  readonly answerWith: (answer: Answer) => void
  /** Does what may forget this token, or whichever is in use, so that another is asked for; answers whether it did. */
  readonly forgetting: (token: AccessToken | undefined, act: () => boolean) => boolean
  /** Somebody was given a token. */
  readonly handedOut: (token: AccessToken) => void
  /** What was done wrong. */
  readonly wrongs: ReadonlyArray<string>
}

/**
 * A service, the way to which is half of the latency. It is wrong to hand out a token that is dead by either clock, to
 * ask for one while another is asked for, or lives and need not be renewed, where the clocks have not leapt, and to ask
 * sooner after a failure than backing off allows.
 */
export const judge = ({ clock, serverTime }: World, latency: number): Judge => {
  const wrongs: Array<string> = []
  const issued = new Map<string, Issued>()
  let answer: Answer = 'never'
  let inUse: Issued | undefined
  let failures = 0
  let notBefore = 0
  let inFlight: object | undefined

  const isPast = ({ wall, monotonic }: Issued, ms: number): boolean =>
    clock.wall() >= wall + latency / 2 + ms || clock.monotonic() >= monotonic + latency / 2 + ms
  const isDead = (known: Issued): boolean => isPast(known, known.life)
  const haveLeapt = ({ wall, monotonic }: Issued): boolean =>
    Math.abs(clock.wall() - wall - (clock.monotonic() - monotonic)) > second
  const mayBeRenewed = (known: Issued): boolean => {
    if (haveLeapt(known)) return true
    const window = Math.min(5 * minute, known.life / 5) + Math.min(minute, known.life / 20)
    // What the service's clock says, in whole seconds, may have been true for most of one.
    return isPast(known, Math.max(known.life - second - window, second))
  }

  const respond = (given: Exclude<Answer, 'never'>, wall: number, monotonic: number): HttpResponse => {
    if (given === 'garbage') return { status: 200, headers: {}, body: '{"access_token":' }
    if ('status' in given)
      return json({}, given.status, given.retryAfter === undefined ? {} : { 'retry-after': String(given.retryAfter) })
    const name = `T${String(issued.size + 1)}`
    const life = given.date ? given.life : given.life + serverTime() - (wall + latency / 2)
    issued.set(name, { wall, monotonic, life })
    return token(name, serverTime() + given.life, given.date ? { date: new Date(serverTime()).toUTCString() } : {})
  }

  const exchange = (given: Answer): Observable<HttpResponse> => {
    const [wall, monotonic] = [clock.wall(), clock.monotonic()]
    if (monotonic < notBefore) wrongs.push(`asked ${String(notBefore - monotonic)} ms too soon`)
    if (inUse !== undefined && !isDead(inUse) && !mayBeRenewed(inUse)) wrongs.push('asked while a token lives')
    // The client asks because it has noticed that the clocks disagree. It has then dropped the token for good, also if they
    // agree again later: a sleep as long as a clock was set back hides that the token has ended.
    if (inUse !== undefined && haveLeapt(inUse)) inUse = undefined
    if (inFlight !== undefined) wrongs.push('asked while another authentication is in flight')
    const call = {}
    inFlight = call
    const settled = () => {
      if (inFlight === call) inFlight = undefined
    }
    if (given === 'never') return NEVER.pipe(finalize(settled))
    const half = latency === 0 ? of(0) : after(clock, latency / 2)
    return half.pipe(
      map(() => respond(given, wall, monotonic)),
      concatMap((response) => half.pipe(map(() => response))),
      tap(settled),
      finalize(settled),
    )
  }

  return {
    http: () => defer(() => exchange(answer)),
    emit: (_, body) => {
      const event = body()
      if (event._tag === 'TokenRenewed') {
        inUse = issued.get(`T${String(issued.size)}`)
        failures = 0
      }
      if (event._tag === 'TokenFailed' && event.delay._tag === 'Some')
        notBefore =
          clock.monotonic() + Math.max(requestedWait(event.error), Math.min(minute, second * 2 ** failures++) / 2)
    },
    answerWith: (next) => {
      answer = next
    },
    forgetting: (given, act) => {
      const kept = inUse
      if (given === undefined || issued.get(nameOf(given)) === inUse) inUse = undefined
      const forgotten = act()
      if (!forgotten) inUse = kept
      return forgotten
    },
    handedOut: (given) => {
      const known = issued.get(nameOf(given))
      if (known === undefined || isDead(known)) wrongs.push(`${nameOf(given)} handed out dead`)
    },
    wrongs,
  }
}
