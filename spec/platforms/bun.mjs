// Hono on Bun: the gateway, webhooks, and a route that reads.
import assert from 'node:assert/strict'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../browser/app/openBrowser.mjs'
import { serve, waitUntil } from './processes.mjs'
import { readItems, secret, sendWebhook } from './requests.mjs'

export const heading = 'Bun and Hono'
export const packages = ['@oven/bun-linux-x64-baseline']

export const verify = async ({ folder, env, sandbox }) => {
  const bun = join(folder, 'node_modules/@oven/bun-linux-x64-baseline/bin/bun')
  chmodSync(bun, 0o755)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const variables = { ...env, WEBHOOK_SECRET: secret, PORT: String(port) }
  const output = await serve(folder, [bun, 'run', 'server.ts'], origin, variables)
  await readItems(`${origin}/api/bank`, { Cookie: 'session=4f1c' })
  assert.equal((await (await fetch(`${origin}/accounts`)).json()).length, sandbox.users[0].accountIds.length)
  await sendWebhook(`${origin}/webhooks`, sandbox)
  assert.ok(await waitUntil(() => output().includes('item.refreshed')))
}
