// A Supabase function, in Deno: its types, the gateway, and a webhook whose round is done before the response.
import assert from 'node:assert/strict'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../browser/app/openBrowser.mjs'
import { run, serve } from './processes.mjs'
import { readItems, secret, sendWebhook } from './requests.mjs'

export const heading = 'Supabase and Deno'
export const packages = ['@deno/linux-x64-glibc']

export const verify = async ({ folder, env, sandbox }) => {
  const deno = join(folder, 'node_modules/@deno/linux-x64-glibc/deno')
  chmodSync(deno, 0o755)
  const program = 'supabase/functions/bank/index.ts'
  const variables = { ...env, WEBHOOK_SECRET: secret, DENO_NO_UPDATE_CHECK: '1', DENO_DIR: join(folder, '.deno') }
  await run(folder, [deno, 'check', program], variables)

  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const command = [deno, 'run', '--allow-net', '--allow-env', '--allow-read', program]
  const output = await serve(folder, command, origin, { ...variables, DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}` })
  await readItems(`${origin}/bank/gateway`, { 'X-Session': '4f1c' })
  await sendWebhook(`${origin}/bank/webhooks`, sandbox)
  assert.match(output(), /\d{4} rows/)
}
