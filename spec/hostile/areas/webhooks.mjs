// What is signed, and odd; options; subscribers.
import assert from 'node:assert/strict'
import { assertCloaked, row, secret } from '../support/canaries.mjs'
import { family, table } from '../support/cases.mjs'
import { node, rxjs } from '../support/installed.mjs'
import { body, bodyOf, event, post, receiver, userUuid } from '../support/receiver.mjs'

const { createWebhooks, signTestWebhook } = node
const refused = 'webhooks.md: what is refused, and the answer to it; refused$ says why, without anything of the request'

/** Signed, and odd: each is an event, for the service has sent it. */
const odd = {
  'a timestamp beyond all days': { timestamp: 9e15 },
  'a timestamp in words': { timestamp: 'now' },
  'no timestamp': { timestamp: undefined },
  'no content': { content: undefined },
  'a content of null': { content: null },
  'a content that is a text': { content: row },
  'an unknown type': { type: 'evil' },
  'a type by prototype': { type: '__proto__' },
  'another by prototype': { type: 'constructor' },
  'an id in letters': { content: { item_id: row, user_uuid: 5 } },
  'a field of an object’s': { hasOwnProperty: 1, _tag: 'x', then: 1 },
  'a content by prototype': { content: JSON.parse(`{"__proto__":{"user_uuid":"${userUuid}"}}`) },
  'a type of ten thousand letters': { type: 'x'.repeat(10_000) },
}

const options = {
  'no secrets': {},
  'none of them': { secrets: [] },
  three: { secrets: ['a', 'b', 'c'] },
  'an empty one': { secrets: [''] },
  'a text': { secrets: secret },
  undefined: { secrets: [undefined] },
  'a line feed': { secrets: [`${secret}\n`] },
  'a size of 0': { secrets: [secret], maxBodySize: 0 },
  'a size of NaN': { secrets: [secret], maxBodySize: NaN },
  'an age below 0': { secrets: [secret], maxAge: -1 },
  'an age of NaN': { secrets: [secret], maxAge: NaN },
  'a misspelt one': { secrets: [secret], maxAges: 1 },
  'addresses that are a text': { secrets: [secret], addresses: '1.2.3.4' },
}

export const cases = [
  ...table(
    'webhooks.md: an event that cannot be decoded is answered 200 all the same',
    'an event with',
    odd,
    async (fields) => {
      const all = receiver()
      assert.deepEqual([await post(all, bodyOf(event(fields))), all.reported.length, {}.user_uuid], [200, 1, undefined])
    },
  ),
  ...table('webhooks.md: options', 'a ConfigError for', options, (config) => {
    assert.throws(
      () => createWebhooks(config),
      (error) => {
        assertCloaked(error)
        return error._tag === 'ConfigError'
      },
    )
  }),
  ...family(refused, {
    'another address before that of the proxy': async () => {
      const all = receiver({ addresses: ['1.2.3.4'] })
      const from = (address) =>
        post(all, body, { headers: address === undefined ? {} : { 'x-forwarded-for': address } })
      for (const address of [
        undefined,
        '5.6.7.8',
        '1.2.3.4, 5.6.7.8',
        '1.2.3.4,',
        '1.2.3.40',
        ' ',
        '1.2.3.4, ::ffff:5.6.7.8',
      ])
        assert.equal(await from(address), 401, address)
      assert.deepEqual([await from('5.6.7.8, 1.2.3.4'), all.reported.length], [200, 1])
    },
    'a body beyond its size, and one of just that size': async () => {
      const padded = (size) => body.replace('{', `{${' '.repeat(size - body.length)}`)
      const all = receiver({ maxBodySize: 500 })
      assert.deepEqual(
        [await post(all, padded(501)), await post(all, padded(500)), all.reasons],
        [413, 200, ['tooLarge']],
      )
    },
    'a subscriber that throws': async () => {
      const { handler, events$, clock } = receiver()
      const heard = []
      const unheard = rxjs.config.onUnhandledError
      rxjs.config.onUnhandledError = () => undefined
      events$.subscribe(() => {
        throw new Error('theirs')
      })
      events$.subscribe((one) => heard.push(one))
      assert.deepEqual([await post({ handler }, body), heard.length, clock.pending()], [200, 1, 0])
      await new Promise((resolve) => setTimeout(resolve))
      rxjs.config.onUnhandledError = unheard
    },
    'what is about somebody else is no trigger': async () => {
      const all = receiver()
      const mine = []
      all.eventsOfUser(userUuid).subscribe((one) => mine.push(one))
      all.eventsOfItem(1).subscribe((one) => mine.push(one))
      const others = ['9d053238-cc78-4281-9c00-fb45aee31ea2', '__proto__', '', null, [userUuid], { [userUuid]: 1 }]
      for (const user_uuid of others) await post(all, bodyOf(event({ content: { user_uuid, item_id: '2' } })))
      assert.deepEqual([mine, all.reported.length], [[], others.length])
    },
  }),
  ...family('signTestWebhook: throws one ConfigError for what is wrong', {
    'no secret': () =>
      assert.throws(() => signTestWebhook({ secret: '', event: { type: 'x', content: {} } }), { _tag: 'ConfigError' }),
    'no event': () =>
      assert.throws(
        () => signTestWebhook({ secret }),
        (error) => error._tag === 'ConfigError' && !error.message.includes(secret),
      ),
  }),
]
