import { isSome } from 'fp-ts/lib/Option.js'
import type { VirtualClock } from '../../../lib/base/clock/virtualClock.js'
import { reveal } from '../../../lib/base/Redacted.js'
import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import { minute } from '../time.js'

/** So many authentications of a user within a window are a storm. */
const most = 12
const window = 2 * minute

/** Counts the authentications of each user. */
export const storms = (clock: VirtualClock, tell: (what: string) => void) => {
  const times = new Map<string, Array<number>>()
  return {
    sent: ({ operation, body }: HttpRequest): void => {
      if (operation !== 'authenticate' || !isSome(body)) return
      const user = reveal(body.value)
      const now = clock.monotonic()
      const recent = [...(times.get(user) ?? []), now].filter((time) => now - time < window)
      times.set(user, recent)
      if (recent.length > most) tell(`${String(recent.length)} authentications of a user within two minutes`)
    },
  }
}
