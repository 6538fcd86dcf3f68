// Nest: a service that reads, the gateway and webhooks beside its routes, and the worker of a fleet.
import assert from 'node:assert/strict'
import { freePort } from '../browser/app/openBrowser.mjs'
import { run, serve, waitUntil } from './processes.mjs'
import { readItems, secret, sendWebhook } from './requests.mjs'

export const heading = 'Nest'
export const packages = ['typescript', '@types/node']

/** What `nest new` makes, as far as it matters here. */
export const files = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      module: 'nodenext',
      target: 'es2023',
      types: ['node'],
      outDir: 'dist',
      rootDir: 'src',
      emitDecoratorMetadata: true,
      experimentalDecorators: true,
      strict: true,
      skipLibCheck: true,
    },
    include: ['src'],
  }),
}

export const verify = async ({ folder, env, sandbox }) => {
  await run(folder, ['npx', 'tsc'])
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const variables = { ...env, WEBHOOK_SECRET: secret, PORT: String(port), BANK_FILE: 'bank.db' }
  const output = await serve(folder, [process.execPath, 'dist/main.js'], origin, variables)
  await readItems(`${origin}/api/bank`, { Cookie: 'session=4f1c' })
  const accounts = await (await fetch(`${origin}/accounts`)).json()
  assert.equal(accounts.length, sandbox.users[0].accountIds.length)
  const rounds = () => output().match(/RoundEnded/g)?.length ?? 0
  assert.ok(await waitUntil(() => rounds() === 1))
  await sendWebhook(`${origin}/webhooks`, sandbox)
  assert.ok(await waitUntil(() => rounds() === 2))
}
