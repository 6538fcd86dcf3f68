// A service that takes its time, and notes when it was asked.
import { rxbank, rxjs } from './installed.mjs'
import { tokenResponse } from './rawServer.mjs'
import { isAuthentication } from './timedBank.mjs'

const { createClient, createVirtualClock, documentedProfile } = rxbank

/** A service that takes its time, and notes when it was asked; `respond` gives its answers. */
export const slowService = (respond, config = {}) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
  const asked = []
  let atOnce = 0
  let most = 0
  const http = ({ url }) =>
    rxjs.defer(() => {
      const { pathname } = new URL(url)
      asked.push({ at: clock.monotonic(), path: pathname })
      most = Math.max(most, ++atOnce)
      const { status = 200, headers = {}, body = { resources: [] }, takes = 50 } = respond(pathname, asked.length)
      const made =
        isAuthentication(pathname) && status === 200
          ? { ...tokenResponse, expires_at: '2999-01-01T00:00:00.000Z' }
          : body
      return rxjs.timer(takes, clock.scheduler).pipe(
        rxjs.map(() => ({ status, headers, body: JSON.stringify(made) })),
        rxjs.finalize(() => atOnce--),
      )
    })
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'a',
    clientSecret: 'b',
    clock,
    http,
    ...config,
  })
  const user = (n) => client.user({ externalUserId: `u${n}` })
  return { asked, client, clock, most: () => most, user }
}

/** The most requests in any window of so many milliseconds. */
export const busiest = (asked, per) => {
  let first = 0
  let most = 0
  for (const [n, { at }] of asked.entries()) {
    while (asked[first].at <= at - per) first++
    most = Math.max(most, n - first + 1)
  }
  return most
}

export const ignore = { error: () => undefined }
