import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { createClient, documentedProfile } from 'rxbank'
import type { Sandbox } from 'rxbank/sandbox'
import { map, merge, Observable, switchMap } from 'rxjs'
import { createApp } from './app.js'
import { createBank, seed } from './bank.js'
import { createConsentBank } from './consentBank.js'

/** A server that runs: where it is, and the bank behind it. */
export interface Running {
  readonly url: string
  readonly sandbox: Sandbox
}

const listen = (app: ReturnType<typeof createApp>, port: number): Observable<string> =>
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

/**
 * Starts the bank and the app's server on a port, 0 for any that is free. Emits once when it runs; unsubscribing closes
 * everything.
 */
export const startServer = (port: number): Observable<Running> => {
  const sandbox = createBank()
  const consents = createConsentBank(seed)
  return sandbox.listen().pipe(
    switchMap((baseUrl) => {
      // With the real service, the address and the credentials come from the environment of this process.
      const client = createClient({
        profile: documentedProfile,
        baseUrl,
        ...sandbox.credentials,
        environment: 'sandbox',
      })
      const running$ = listen(createApp(client, sandbox, consents), port).pipe(map((url) => ({ url, sandbox })))
      return merge(running$, consents.run())
    }),
  )
}
