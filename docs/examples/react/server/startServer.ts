import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import type { Hono } from 'hono'
import { createClient } from 'rxbank'
import { bridge2025 } from 'rxbank/bridge'
import { map, merge, Observable } from 'rxjs'
import { createApp } from './app.js'
import { type Bank, createBank } from './bank.js'

/** The app's server and the bank behind it. */
export interface Parts {
  readonly app: Hono
  readonly bank: Bank
}

/** Serves an app on a port, 0 for any that is free. Emits its address; unsubscribing closes the port. */
export const listen = (app: Hono, port: number): Observable<string> =>
  new Observable((subscriber) => {
    const server = serve({ fetch: app.fetch, port, hostname: 'localhost' })
    server.on('error', (error: NodeJS.ErrnoException) => {
      const isInUse = error.code === 'EADDRINUSE'
      subscriber.error(isInUse ? new Error(`port ${String(port)} is in use: set PORT to one that is free`) : error)
    })
    server.on('listening', () => subscriber.next(`http://localhost:${String((server.address() as AddressInfo).port)}`))
    return () => {
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
    }
  })

/** The page asks thirty times as often as it asks a real bank, see `src/bank/rhythm.ts`: so the limits are thirty times wider. */
const limits = { application: { requests: 60_000, per: 300_000 }, user: { requests: 1800, per: 60_000 } }

/** The built app. */
const builtApp = fileURLToPath(new URL('../app', import.meta.url))

/**
 * Starts the bank, and makes the app that is in front of it. Emits once; unsubscribing ends the bank.
 *
 * - `lead`: in how many milliseconds the first consents end.
 */
export const startParts = (folder = builtApp, lead?: number): Observable<Parts> => {
  const bank = createBank(lead)
  const { sandbox, run } = bank
  const parts$ = sandbox.listen().pipe(
    map((baseUrl) => {
      // For the real service, read the credentials from the environment, and leave out `baseUrl` and `limits`.
      const client = createClient({ profile: bridge2025, baseUrl, ...sandbox.credentials, limits })
      return { app: createApp(client, bank, folder) as unknown as Hono, bank }
    }),
  )
  return merge(parts$, run())
}
