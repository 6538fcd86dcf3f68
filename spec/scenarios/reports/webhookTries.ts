import { createHmac } from 'node:crypto'
import { defer, timer } from 'rxjs'
import { createVirtualClock, type Transaction, type UpdatedBatch } from '../../../lib/index.js'
import { createWebhooks, signTestWebhook } from '../../../lib/node.js'
import { stage, start } from '../webhooks/stage.js'
import { hour, minute, second } from './stage.js'

const event = (itemId: number, userUuid = '766b2f5d-a942-492c-9ea7-2e5aa88cb672') => ({
  type: 'item.refreshed',
  content: { item_id: itemId, status_code: 0, user_uuid: userUuid },
  timestamp: new Date(start),
})

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** stellarBank/StellarBank#39 */
export const deliveredTwiceAtOnce = async () => {
  const clock = createVirtualClock({ start })
  const kept: Array<unknown> = []
  let isDown = true
  const { handler, events$ } = createWebhooks({
    secrets: ['5ecret'],
    clock,
    storeEvent: (one) =>
      defer(() => {
        if (isDown) throw new Error('the database is down')
        kept.push(one)
        return timer(second, clock.scheduler)
      }),
  })
  const reported: Array<unknown> = []
  events$.subscribe((one) => reported.push(one))
  const { request } = signTestWebhook({ secret: '5ecret', event: event(1) })
  const deliver = async (times: number) => {
    const answers = Array.from({ length: times }, () => handler(request.clone()))
    await turns()
    clock.advance(minute)
    return (await Promise.all(answers)).map(({ status }) => status)
  }
  expect(await deliver(2)).toEqual([503, 503])
  isDown = false
  expect(await deliver(3)).toEqual([200, 200, 200])
  await turns()
  clock.advance(1)
  expect([kept.length, reported.length]).toEqual([1, 1])
}

/** Automattic/woocommerce-payments#3783 */
export const reportedTooEarly = async () => {
  const { client, eventsOfUser, user, sandbox, pass, clock, handler } = stage()
  const seen: Array<number> = []
  const errors: Array<unknown> = []
  client
    .user({ userUuid: user.uuid })
    .transactions.watchUpdated({ since: new Date(start), every: hour, trigger$: eventsOfUser(user.uuid) })
    .subscribe({
      next: ({ resources }: UpdatedBatch<Transaction>) => seen.push(...resources.map(({ id }) => id)),
      error: (error) => errors.push(error),
    })
  await pass(minute)
  await handler(signTestWebhook({ secret: '5ecret', event: event(999_999, user.uuid) }).request)
  await pass(minute)
  expect([seen, errors]).toEqual([[], []])
  const made = sandbox.insertTransactions(user.uuid, 1)
  clock.advance(2 * hour)
  await pass(minute)
  expect([seen, errors]).toEqual([made, []])
}

/** paypal/mirakl-hyperwallet-connector#35 */
export const outOfOrder = async () => {
  const held: Array<() => void> = []
  const { client, eventsOfUser, user, sandbox, pass, settle } = stage({
    network: (deliver) => (request) =>
      new Promise((resolve) => held.unshift(() => resolve(deliver(request) as Promise<Response>))),
  })
  const amounts = new Map<number, unknown>()
  client
    .user({ userUuid: user.uuid })
    .transactions.watchUpdated({ since: new Date(start), every: 24 * hour, trigger$: eventsOfUser(user.uuid) })
    .subscribe(({ resources }) => resources.forEach((row) => amounts.set(row.id, row.amount)))
  const [id = 0] = sandbox.insertTransactions(user.uuid, 1)
  for (const amount of [-1, -2, -3]) {
    await pass(second)
    sandbox.updateTransaction(id, { amount })
  }
  await pass(second)
  expect(held.length).toBeGreaterThan(2)
  held.forEach((deliverNow) => deliverNow())
  await settle()
  await pass(minute)
  expect([...amounts]).toEqual([[id, -3]])
}

/** octokit/webhooks.js#1155 */
export const notAscii = async () => {
  const { handler } = createWebhooks({ secrets: ['5ecret'], clock: createVirtualClock({ start }) })
  const body = Buffer.from(JSON.stringify({ ...event(1), note: 'Café ₹ മലയാളം 🚗' }))
  const signed = (bytes: Buffer) => createHmac('sha256', '5ecret').update(bytes).digest('hex').toUpperCase()
  const answer = async (signature: string) => {
    const headers = { 'content-type': 'application/json', 'BridgeApi-Signature': signature }
    return (await handler(new Request('https://app.example/hook', { method: 'POST', headers, body }))).status
  }
  expect(await answer(`v1=${signed(body)}`)).toBe(200)
  expect(await answer(`v1=${signed(Buffer.from(body.toString('latin1')))}`)).toBe(401)
}

/** NousResearch/hermes-agent#65307 */
export const oddSignature = async () => {
  const { handler } = createWebhooks({ secrets: ['5ecret'], clock: createVirtualClock({ start }) })
  for (const signature of ['v1=é', 'v1=\xff\xfe', 'é', 'v1=', 'v1', ',', '=', `v1=${'0'.repeat(100_000)}`]) {
    const { request } = signTestWebhook({ secret: '5ecret', event: event(1) })
    request.headers.set('BridgeApi-Signature', signature)
    expect((await handler(request)).status).toBe(401)
  }
}
