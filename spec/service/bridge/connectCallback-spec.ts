import fc from 'fast-check'
import { isLeft, right } from 'fp-ts/lib/Either.js'
import { parseConnectCallback } from '../../../lib/bridge.js'
import { parseBankFormCallback } from '../../../lib/index.js'

const uuid = 'c2a26c9e-dc23-4f67-b887-bbae0f26c415'
const other = 'a2a26c9e-dc23-4f67-b887-bbae0f26c415'
const at = (query: string) => `https://app.example/connected?${query}`
const whole = `user_uuid=${uuid}&item_id=187741&success=true&source=connect&context=order-7`

describe('parseConnectCallback', () => {
  it('reads what came back of a session that the user has ended', () => {
    expect(parseConnectCallback(at(whole), uuid)).toStrictEqual(
      right({ user_uuid: uuid, success: true, item_id: 187741, context: 'order-7' }),
    )
  })

  it('reads if the user has left, without an item', () => {
    const url = at(`user_uuid=${uuid.toUpperCase()}&success=false&step=otp_form`)
    expect(parseConnectCallback(url, uuid)).toStrictEqual(
      right({ user_uuid: uuid.toUpperCase(), success: false, step: 'otp_form' }),
    )
  })

  it('refuses another user’s', () => {
    expect(parseConnectCallback(at(whole), other)).toMatchObject({
      left: { _tag: 'DecodeError', operation: 'connectSession.callback', reason: 'other-user' },
    })
  })

  it.each([
    ['step=a_new_step-2', { step: 'a_new_step-2' }],
    ['step=&context=&item_id=', {}],
    [`context=${'x'.repeat(100)}&step=${'y'.repeat(100)}`, { context: 'x'.repeat(100), step: 'y'.repeat(100) }],
  ])('takes words that are not documented, and empty parameters for missing ones: %s', (query, fields) => {
    const url = at(`user_uuid=${uuid}&success=false&${query}`)
    expect(parseConnectCallback(url, uuid)).toStrictEqual(right({ user_uuid: uuid, success: false, ...fields }))
  })

  it.each([
    '<script>',
    "a' or '1",
    'a\nb',
    'a b',
    'a\u0000',
    '\ud83d',
    'é',
    '../x',
    'x'.repeat(101),
    'x'.repeat(1_000_000),
  ])('gives an app no step or context that is %j', (text) => {
    for (const name of ['step', 'context']) {
      const url = new URL(at(`user_uuid=${uuid}&success=false`))
      url.searchParams.set(name, text)
      expect(parseConnectCallback(url.href, uuid)).toMatchObject({
        left: { _tag: 'DecodeError', reason: 'callback', issues: [{ path: `/${name}` }] },
      })
    }
  })

  it.each([
    [at(`user_uuid=${uuid}`), 'success: expected true or false (missing)'],
    [at(`${whole}&success=false`), 'success: expected to occur once'],
    [at(`user_uuid=${uuid}&success=true&item_id=x`), 'item_id: expected the id of an item, such as 187741'],
    [at(`user_uuid=7&success=true`), 'user_uuid: expected UUID'],
    ['/connected', 'the URL: expected an absolute URL'],
  ])('says of %s in words of the callback what was wrong and what to do', (url, fault) => {
    const { left } = parseConnectCallback(url, uuid) as { readonly left: Error }
    expect(left.message).toBe(
      `connectSession.callback: this URL is not a callback of the service; ignore it, and send the user there again: ${fault}`,
    )
  })

  it.each([
    ['', 'connected'],
    ['', 'javascript:alert(1)'],
    ['/user_uuid', at('success=true')],
    ['/success', at(`user_uuid=${uuid}`)],
    ['/success', at(`user_uuid=${uuid}&success=yes`)],
    ['/success', at(`user_uuid=${uuid}&success=toString`)],
    ['/item_id', at(`user_uuid=${uuid}&success=true&item_id=x`)],
    ['/success', at(`${whole}&success=false`)],
    ['/item_id', at(`${whole}#item_id=5`)],
  ])('names %p if it is wrong in %s', (path, url) => {
    expect(parseConnectCallback(url, uuid)).toMatchObject({ left: { issues: [{ path }] } })
  })

  it.each([undefined, null, 5, {}])('is a Left if %p is in the place of the url, or of the uuid', (none) => {
    for (const read of [
      parseConnectCallback(at(whole), none as never),
      parseConnectCallback(none as never, uuid),
      parseBankFormCallback(at(whole), none as never),
      parseBankFormCallback(none as never, uuid),
    ])
      expect(read).toMatchObject({
        _tag: 'Left',
        left: { _tag: expect.stringMatching(/^(?:DecodeError|ConfigError)$/) },
      })
  })

  it('never throws, and never gives an item of another user', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (url) => {
        expect(isLeft(parseConnectCallback(url, uuid))).toBe(true)
      }),
    )
  })
})
