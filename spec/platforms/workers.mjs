// Cloudflare Workers, in workerd by wrangler: the gateway, also when a browser leaves before the token is there, a scheduled
// round, and one after a webhook.
import assert from 'node:assert/strict'
import { freePort } from '../browser/app/openBrowser.mjs'
import { serve, waitUntil } from './processes.mjs'
import { secret, sendWebhook } from './requests.mjs'

export const heading = 'Cloudflare Workers'

/** The guide's worker, which also says how many rows the object has stored. */
const counting = `
import worker, { Bank as Original } from './worker.js'

export class Bank extends Original {
  rows() {
    return [...this.ctx.storage.kv.list({ prefix: 'transactions/' })].length
  }
}

export default {
  ...worker,
  fetch: async (request, env) =>
    request.url.endsWith('/rows') ? Response.json(await env.BANK.getByName('A6J').rows()) : worker.fetch(request),
}
`

export const files = { 'src/counting.js': counting }

export const verify = async ({ folder, env, sandbox, write }) => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const variables = Object.entries({ ...env, WEBHOOK_SECRET: secret })
  write('.dev.vars', variables.map(([name, value]) => `${name}=${value}\n`).join(''))
  const dev = ['npx', 'wrangler', 'dev', 'src/counting.js', '--port', String(port), '--test-scheduled']
  const output = await serve(folder, dev, origin, { CI: '1', WRANGLER_SEND_METRICS: 'false' })

  const items = (headers, signal = null) =>
    fetch(`${origin}/api/bank/v3/aggregation/items`, {
      headers: { 'RxBank-Gateway': 'interactive', ...headers },
      signal,
    })
  assert.equal((await items({})).status, 401)

  const remove = sandbox.faults.add({ kind: 'latency', ms: 1000, on: 'authenticate' })
  const leaving = new AbortController()
  const session = { Cookie: 'session=4f1c' }
  const left = items(session, leaving.signal).catch(() => undefined)
  await waitUntil(() => sandbox.journal.entries().length > 0)
  const others = Promise.all([items(session), items(session)])
  leaving.abort()
  await left
  assert.deepEqual(
    (await others).map(({ status }) => status),
    [200, 200],
  )
  remove()
  assert.equal(sandbox.journal.counts().routes.authenticate, 1)

  const rows = async () => (await fetch(`${origin}/rows`)).json()
  assert.equal(await rows(), 0)
  await fetch(`${origin}/__scheduled`)
  const stored = await rows()
  assert.ok(stored > 1000)

  sandbox.insertTransactions(sandbox.users[0].uuid, 1)
  await sendWebhook(`${origin}/webhooks`, sandbox)
  assert.ok(await waitUntil(async () => (await rows()) === stored + 1))
  assert.doesNotMatch(output(), /Uncaught/)
}
