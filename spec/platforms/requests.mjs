// What a service and a browser send to an app: webhooks, and requests to its gateway.
import assert from 'node:assert/strict'
import { signTestWebhook } from 'rxbank/node'

export const secret = '5ecret'

/** Sends a webhook about the first user of a sandbox; only the one with its original body may be accepted. */
export const sendWebhook = async (url, sandbox) => {
  const [{ uuid }] = sandbox.users
  const event = { type: 'item.refreshed', content: { item_id: 7984384, user_uuid: uuid } }
  const { headers, body } = signTestWebhook({ secret, event })
  const post = async (text) => (await fetch(url, { method: 'POST', headers, body: text })).status
  assert.equal(await post(`${body} `), 401)
  assert.equal(await post(body), 200)
}

/** Checks a gateway: 401 without a login, and the rows of the user with the headers of one. */
export const readItems = async (gateway, login) => {
  const read = (headers) =>
    fetch(`${gateway}/v3/aggregation/items`, { headers: { 'RxBank-Gateway': 'interactive', ...headers } })
  assert.equal((await read({})).status, 401)
  const response = await read(login)
  assert.equal(response.status, 200)
  assert.equal((await response.json()).resources.length, 2)
}
