import { Hono } from 'hono'
import { csrf } from 'hono/csrf'
import { html } from 'hono/html'
import type { SecureHeadersVariables } from 'hono/secure-headers'
import type { Client } from 'rxbank'
import type { Bridge2025Resources } from 'rxbank/bridge'
import { createGateway } from 'rxbank/node'
import type { Bank } from './bank.js'
import { connect } from './connect.js'
import { decisions } from './decisions.js'
import { pages } from './pages.js'
import { plainPage } from './plainPage.js'
import { sandboxControls } from './sandboxControls.js'
import { securityHeaders } from './securityHeaders.js'
import { createSessions } from './sessions.js'

const notFoundPage = (nonce: string | undefined) =>
  plainPage(
    nonce,
    'Not found',
    html`<h1>There is no such page</h1>
      <p>The address may be mistyped. <a href="/">Go to your accounts</a></p>`,
  )

/** The app's server: its login, the gateway, connect sessions, and the built app of a folder. */
export const createApp = (client: Client<Bridge2025Resources>, bank: Bank, folder: string) => {
  const sessions = createSessions(() => bank.sandbox.users)
  const gateway = createGateway(client, {
    prefix: '/api/bank',
    authorize: (request) => {
      const session = sessions.find(request)
      return session && { userUuid: session.userUuid }
    },
    perUser: { requests: 1800, per: 60_000 }, // for the same reason as the limits of the client
  })

  return new Hono<{ Variables: SecureHeadersVariables }>()
    .use(securityHeaders, csrf())
    .all('/api/bank/*', ({ req }) => gateway(req.raw))
    .route('/', connect(client, sessions))
    .route('/', decisions(sessions))
    .route('/', sandboxControls(bank, sessions))
    .route('/', sessions.routes)
    .route('/', pages(folder, sessions))
    .notFound((c) => c.html(notFoundPage(c.get('secureHeadersNonce')), 404))
}
