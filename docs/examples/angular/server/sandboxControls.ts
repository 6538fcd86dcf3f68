import { Hono } from 'hono'
import type { Sandbox } from 'rxbank/sandbox'
import { refreshAll } from './bank.js'
import type { Sessions } from './sessions.js'

/** What a person may make happen behind the app, to see what it does. Only an example has this. */
export const sandboxControls = (sandbox: Sandbox, sessions: Sessions) => {
  const controls: Readonly<Record<string, () => string>> = {
    refresh: () => {
      refreshAll(sandbox)
      return 'The service refreshes every bank.'
    },
    expire: () => {
      sandbox.revokeTokens()
      return 'The token is expired: the gateway gets another one, and nobody notices.'
    },
    fail: () => {
      sandbox.faults.add({ kind: 'server-error', status: 503, times: Infinity })
      return 'The service answers nothing but 503 from now on.'
    },
    recover: () => {
      sandbox.faults.clear()
      return 'The service answers again.'
    },
    forget: () => {
      sessions.forget()
      return 'The server has forgotten who you are.'
    },
  }

  return new Hono().post('/:name', (c) => {
    const control = controls[c.req.param('name')]
    return control === undefined ? c.notFound() : c.json({ reported: control() })
  })
}
