// A bank in memory under a virtual clock, which counts what it is asked.
import { secret } from './canaries.mjs'
import { rxbank, rxjs } from './installed.mjs'
import { tokenResponse } from './rawServer.mjs'

const { createClient, createVirtualClock, documentedProfile } = rxbank
const { of } = rxjs

/** A bank in memory under a virtual clock, which counts; `respond` gets the request and how often each path was asked. */
export const timed = (respond, config = {}) => {
  const clock = createVirtualClock({ start: Date.UTC(2026, 0, 1) })
  const counts = {}
  const http = (request) => {
    const { pathname } = new URL(request.url)
    counts[pathname] = (counts[pathname] ?? 0) + 1
    const { status = 200, body = {}, headers = {} } = respond(pathname, counts[pathname], clock, request)
    return of({ status, headers, body: JSON.stringify(body) })
  }
  const client = createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'a',
    clientSecret: secret,
    clock,
    http,
    ...config,
  })
  const authentications = () => counts['/v2/authenticate'] ?? 0
  return { client, clock, counts, authentications, user: client.user({ externalUserId: 'A6J' }) }
}

export const isAuthentication = (path) => path === '/v2/authenticate'

export const living = (clock, ms = 7_200_000) => ({
  ...tokenResponse,
  expires_at: new Date(clock.wall() + ms).toISOString(),
})

export const rows = { body: { resources: [], pagination: {} } }
