import type { Deliver } from '../../../lib/sandbox.js'
import { stage } from './stage.js'

/** Changes each webhook on its way. */
const altered =
  (alter: (headers: Headers, body: string) => { readonly headers?: HeadersInit; readonly body?: string }) =>
  (deliver: Deliver): Deliver =>
  async (request) => {
    const body = await request.text()
    const { url, method, headers } = request
    return (await deliver(new Request(url, { method, headers, body, ...alter(headers, body) }))) as Response
  }

const signature = (alter: (value: string) => string) =>
  altered((headers) => ({
    headers: { ...Object.fromEntries(headers), 'bridgeapi-signature': alter(headers.get('bridgeapi-signature') ?? '') },
  }))

const upper = (value: string): string => value.replace(/=[\da-f]+/g, (hex) => hex.toUpperCase())

describe('a signature', () => {
  it.each([
    ['as it is made', {}, [], 200],
    ['in upper case', { network: signature(upper) }, [], 200],
    ['behind one of another scheme', { network: signature((value) => `v0=00,${value}`) }, [], 200],
    ['by a secret that another app has', { known: ['other'] }, ['forged'], 401],
    ['under the name of another scheme', { network: signature((value) => value.replace('v1', 'v2')) }, ['forged'], 401],
    [
      'of a body that somebody has changed',
      { network: altered((_, body) => ({ body: body.replace('"status_code":0', '"status_code":402') })) },
      ['forged'],
      401,
    ],
    ['by both secrets of a rotation, the app knows the old one', { secrets: ['new', 'old'], known: ['old'] }, [], 200],
    ['by both secrets of a rotation, the app knows the new one', { secrets: ['new', 'old'], known: ['new'] }, [], 200],
    ['by the old secret, the app knows both', { secrets: ['old'], known: ['new', 'old'] }, [], 200],
    ['by the new secret, the app knows both', { secrets: ['new'], known: ['new', 'old'] }, [], 200],
    ['by the old secret after the rotation', { secrets: ['old'], known: ['new'] }, ['forged'], 401],
  ])('%s', async (_, config, refused, status) => {
    const { sandbox, user, events, reasons, pass } = stage(config)
    sandbox.refresh(user.itemIds[0] ?? 0)
    await pass(9000)
    expect(sandbox.webhooks.entries()).toMatchObject([{ type: 'item.refreshed', status }])
    expect([events.length, reasons]).toEqual([status === 200 ? 1 : 0, refused])
  })

  it('that is sent once more is answered, and told no more', async () => {
    const taken: Array<Request> = []
    const { sandbox, handler, user, events, reasons, pass } = stage({
      network: (deliver) => (request) => {
        taken.push(request.clone())
        return deliver(request)
      },
    })
    sandbox.refresh(user.itemIds[0] ?? 0)
    await pass(9000)
    const again = async () => (await handler((taken[0] as Request).clone())).status
    expect([await again(), events.length, reasons]).toEqual([200, 1, ['repeated']])
    await pass(48 * 3_600_000 + 1)
    expect([await again(), events.length, reasons]).toEqual([200, 1, ['repeated', 'stale']])
  })
})
