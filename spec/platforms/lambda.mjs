// The handlers of Lambda and Firebase, called as these platforms call them.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './processes.mjs'
import { secret } from './requests.mjs'

export const heading = 'Lambda and Firebase'

/** Lambda gives events of its format 2.0; Firebase gives Express's requests, whose body it has read into `rawBody`. */
const calls = `
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { signTestWebhook } from 'rxbank/node'
import { bank, job, webhook } from './functions.mjs'

const event = (method, rawPath, headers, body) => ({
  version: '2.0',
  rawPath,
  rawQueryString: '',
  headers: { host: 'app.example', ...headers },
  requestContext: { domainName: 'app.example', http: { method, path: rawPath } },
  body: body && Buffer.from(body).toString('base64'),
  isBase64Encoded: body !== undefined,
})
const items = '/api/bank/v3/aggregation/items'
const headers = { 'rxbank-gateway': 'interactive' }
assert.equal((await bank(event('GET', items, headers))).statusCode, 401)
const response = await bank({ ...event('GET', items, headers), cookies: ['session=4f1c'] })
assert.equal(response.statusCode, 200)
assert.equal(JSON.parse(response.body).resources.length, 2)

assert.ok((await job()).rows > 1000)

const server = createServer(async (request, reply) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const status = (code) => ({ end: () => reply.writeHead(code).end() })
  await webhook(Object.assign(request, { rawBody: Buffer.concat(chunks) }), { status })
}).listen(0)
await once(server, 'listening')
const signed = signTestWebhook({ secret: '${secret}', event: { type: 'item.refreshed', content: {} } })
const post = async (body) => {
  const url = 'http://127.0.0.1:' + server.address().port
  return (await fetch(url, { method: 'POST', headers: signed.headers, body })).status
}
assert.equal(await post(signed.body + ' '), 401)
assert.equal(await post(signed.body), 200)
process.exit()
`

export const verify = async ({ folder, env }) => {
  writeFileSync(join(folder, 'calls.mjs'), calls)
  await run(folder, [process.execPath, 'calls.mjs'], { ...env, WEBHOOK_SECRET: secret })
}
