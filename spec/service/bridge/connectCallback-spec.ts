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
      expect(read).toMatchObject({ _tag: 'Left', left: { _tag: 'DecodeError', reason: 'shape' } })
  })

  it('never throws, and never gives an item of another user', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (url) => {
        expect(isLeft(parseConnectCallback(url, uuid))).toBe(true)
      }),
    )
  })
})
