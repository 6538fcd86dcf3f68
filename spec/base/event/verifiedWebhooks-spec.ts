import { isVerified, markVerified } from '../../../lib/base/event/verifiedWebhooks.js'
import { createWebhooks, signTestWebhook } from '../../../lib/node.js'

const event = { type: 'user.deleted', content: { user_uuid: '766b2f5d-a942-492c-9ea7-2e5aa88cb672' } }

describe('verifiedWebhooks', () => {
  it('knows the very object that was marked, and no copy', () => {
    const marked = markVerified({ _tag: 'UserDeleted' })
    expect(isVerified(marked)).toBe(true)
    expect([{ ...marked }, structuredClone(marked), Object.create(marked) as object].map(isVerified)).toEqual(
      Array(3).fill(false),
    )
  })

  it.each([undefined, null, 0, 'UserDeleted', Symbol('event'), {}])('does not know %p', (value) =>
    expect(isVerified(value)).toBe(false),
  )

  it('knows what createWebhooks gives to keep and emits, and nothing that it refuses', async () => {
    const kept: Array<unknown> = []
    const emitted: Array<unknown> = []
    const webhooks = createWebhooks({
      secrets: ['5ecret'],
      storeEvent: (one) => {
        kept.push(one)
        return Promise.resolve()
      },
    })
    const isEmitted = new Promise<void>((resolve) => {
      webhooks.events$.subscribe((one) => {
        emitted.push(one)
        resolve()
      })
    })
    await webhooks.handler(signTestWebhook({ secret: 'f0rged', event }).request)
    expect([kept, emitted]).toEqual([[], []])
    await webhooks.handler(signTestWebhook({ secret: '5ecret', event }).request)
    await isEmitted
    expect([...kept, ...emitted].map(isVerified)).toEqual([true, true])
  })
})
