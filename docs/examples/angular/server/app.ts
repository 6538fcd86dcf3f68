import { Hono } from 'hono'
import { csrf } from 'hono/csrf'
import type { Client } from 'rxbank'
import { createGateway } from 'rxbank/node'
import type { Sandbox } from 'rxbank/sandbox'
import { bankForm } from './bankForm.js'
import { connect } from './connect.js'
import type { ConsentBank } from './consentBank.js'
import { pages } from './pages.js'
import { sandboxControls } from './sandboxControls.js'
import { securityHeaders } from './securityHeaders.js'
import { createSessions } from './sessions.js'

/** The app's server: its login, the gateway, the built app, and what stands in for a bank. */
export const createApp = (client: Client, sandbox: Sandbox, consents: ConsentBank) => {
  const sessions = createSessions(sandbox.users)
  const gateway = createGateway(client, {
    prefix: '/api/bank',
    authorize: (request) => sessions.identity(request),
  })

  const consentGateway = createGateway(consents.client, {
    prefix: '/api/consents',
    authorize: (request) => sessions.identity(request),
  })

  return new Hono()
    .use(securityHeaders, csrf())
    .route('/api/session', sessions.routes)
    .all('/api/bank/*', ({ req }) => gateway(req.raw))
    .all('/api/consents/*', ({ req }) => consentGateway(req.raw))
    .route('/api/connect', connect(consents, sessions))
    .route('/connect-form', bankForm(consents.sandbox))
    .route('/bank-form', bankForm(sandbox))
    .route('/sandbox', sandboxControls(sandbox, sessions))
    .route('/', pages)
}
