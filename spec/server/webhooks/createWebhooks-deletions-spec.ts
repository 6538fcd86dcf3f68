import { of } from 'rxjs'
import { isVerified } from '../../../lib/base/event/verifiedWebhooks.js'
import type { WebhookEvent } from '../../../lib/node.js'
import { receiving, start, userUuid } from './webhooks.js'

const ofUser = { user_uuid: userUuid }
const ofItem = { item_id: 7984384, ...ofUser }

const deletions = [
  ['user.deleted', 'UserDeleted', ofUser],
  ['item.deleted', 'ItemDeleted', ofItem],
] as const

const bodyOf = (type: string, content: unknown, more: object = {}): string => JSON.stringify({ type, content, ...more })

describe('createWebhooks', () => {
  it.each(
    deletions.flatMap(([type, tag, content]) =>
      [
        {},
        { timestamp: null },
        { timestamp: '1612782588323' },
        { timestamp: '2021-02-08T11:09:48Z' },
        { timestamp: 1.5 },
      ].map((time) => [type, JSON.stringify(time), tag, content, time] as const),
    ),
  )('stores %s with the time %s: a deletion needs only its ids', async (type, _, tag, content, time) => {
    const stored: Array<WebhookEvent> = []
    const { post, events, reasons, clock } = receiving({ storeEvent: (event) => of(stored.push(event)) })
    expect(await post({ body: bodyOf(type, content, time) })).toBe(200)
    clock.advance(0)
    expect(stored).toMatchObject([{ _tag: tag, type, content }])
    expect(stored[0]?.timestamp instanceof Date).toBe(false)
    expect([stored.every(isVerified), events, reasons]).toEqual([true, stored, []])
  })

  it.each<readonly [string, string, unknown, string]>([
    ['user.deleted', 'no content', undefined, '/content: expected content of a user (missing)'],
    ['user.deleted', 'no uuid', {}, '/content/user_uuid: expected UUID (missing)'],
    ['user.deleted', 'an email', { user_uuid: 'jane@C4N4RY' }, '/content/user_uuid: expected UUID'],
    ['item.deleted', 'no uuid', { item_id: 7984384 }, '/content/user_uuid: expected UUID (missing)'],
    ['item.deleted', 'no item', ofUser, '/content/item_id: expected id (missing)'],
    ['item.deleted', 'a word', { ...ofItem, item_id: 'C4N4RY' }, '/content/item_id: expected id'],
  ])(
    'answers %s with %s with 400, at any age, so that the service sends it again',
    async (type, _, content, message) => {
      for (const timestamp of [start, 0]) {
        const stored: Array<WebhookEvent> = []
        const { post, events, refusals, errors } = receiving({ storeEvent: (event) => of(stored.push(event)) })
        expect(await post({ body: bodyOf(type, content, { timestamp }) })).toBe(400)
        expect([stored, events]).toEqual([[], []])
        expect(refusals).toEqual([{ reason: 'invalidDeletion', time: new Date(start), cause: new Error(message) }])
        expect(errors).toEqual([new Error(message)])
      }
    },
  )

  it('still answers 200 to an invalid event that reports no deletion', async () => {
    const { post, events } = receiving()
    expect(await post({ body: bodyOf('item.account.deleted', ofUser, { timestamp: start }) })).toBe(200)
    expect(events).toMatchObject([{ _tag: 'InvalidEvent', type: 'item.account.deleted' }])
  })
})
