import { redact } from '../../../lib/index.js'
import { signTestWebhook } from '../../../lib/node.js'
import { hmac, receiving, secret, userUuid } from './webhooks.js'

const event = { type: 'item.created', content: { item_id: 7, user_uuid: userUuid }, timestamp: new Date(1612782588323) }

describe('signTestWebhook', () => {
  it('makes what a service sends', async () => {
    const { request, headers, body } = signTestWebhook({ secret, event })
    expect(body).toBe(
      `{"content":{"item_id":7,"user_uuid":"${userUuid}"},"timestamp":1612782588323,"type":"item.created"}`,
    )
    expect(headers).toEqual({ 'BridgeApi-Signature': `v1=${hmac(body)}`, 'Content-Type': 'application/json' })
    expect([request.method, request.url, await request.text()]).toEqual(['POST', 'https://app.example/webhooks', body])
    expect(Object.fromEntries(request.headers)).toEqual({
      'bridgeapi-signature': `v1=${hmac(body)}`,
      'content-type': 'application/json',
    })
  })

  it('is taken by a handler of the same secret, as of now', async () => {
    const { handler } = receiving({ clock: { ...receiving().clock, wall: () => Date.now() } })
    const { request } = signTestWebhook({
      secret: redact(secret),
      event: { type: 'é', content: { '😀': 1 } },
      url: new URL('http://localhost/hooks'),
    })
    expect([request.url, (await handler(request)).status]).toEqual(['http://localhost/hooks', 200])
  })

  it.each([
    [{ event }, '/secret', 'secret (visible ASCII) (missing)'],
    [{ secret }, '/event', 'an event (missing)'],
    [{ secret, event: { type: '', content: {} } }, '/event/type', 'a string that is not empty'],
    [{ secret, event: { type: 'x' } }, '/event/content', 'object (missing)'],
    [{ secret, event: { type: 'x', content: {}, timestamp: 1 } }, '/event/timestamp', expect.any(String)],
    [{ secret, event, url: '/hooks' }, '/url', 'an absolute URL'],
  ])('refuses %j', (config, path, expected) => {
    expect(() => signTestWebhook(config as never)).toThrow(
      expect.objectContaining({ _tag: 'ConfigError', issues: [{ path, expected }] }) as Error,
    )
  })
})
