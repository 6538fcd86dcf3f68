import fc from 'fast-check'
import { isLeft, right } from 'fp-ts/lib/Either.js'
import { parseUserManagementCallback } from '../../../lib/bridge.js'

const uuid = 'c2a26c9e-dc23-4f67-b887-bbae0f26c415'
const other = '0b8b37ca-3a2a-43b8-a73a-4b8ba33e6ec5'
const at = (query: string): string => `https://app.example/banks?${query}`

describe('parseUserManagementCallback', () => {
  it.each([
    ['', { user_uuid: uuid }],
    ['context=', { user_uuid: uuid }],
    ['context=visit-7&own=1', { user_uuid: uuid, context: 'visit-7' }],
    [`user_uuid=${uuid.toUpperCase()}`, { user_uuid: uuid.toUpperCase() }],
  ])('reads what is there: %s', (query, callback) => {
    expect(parseUserManagementCallback(at(query), uuid)).toStrictEqual(right(callback))
  })

  it('refuses the URL of another user', () => {
    expect(parseUserManagementCallback(at(`user_uuid=${other}`), uuid)).toMatchObject({
      left: { _tag: 'DecodeError', operation: 'userManagementSession.callback', reason: 'other-user' },
    })
  })

  it.each([
    [at('user_uuid=x'), '/user_uuid'],
    [at('user_uuid='), '/user_uuid'],
    [at(`user_uuid=${uuid}&user_uuid=${other}`), '/user_uuid'],
    [at('context=a&context=b'), '/context'],
    [at('context=a#?context=b'), '/context'],
    [at('context=%3Cscript%3E'), '/context'],
    [at('context=a%0Ab'), '/context'],
    [at(`context=${'x'.repeat(101)}`), '/context'],
    ['/banks?context=a', ''],
    ['javascript:alert(1)', ''],
  ])('refuses %s', (url, path) => {
    expect(parseUserManagementCallback(url, uuid)).toMatchObject({ left: { issues: [{ path }] } })
  })

  it('refuses values that are no text, without throwing', () => {
    for (const none of [undefined, null, 7, {}, []]) {
      expect(isLeft(parseUserManagementCallback(none as never, uuid))).toBe(true)
      expect(isLeft(parseUserManagementCallback(at(''), none as never))).toBe(true)
    }
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (url, user) => {
        expect(parseUserManagementCallback(url as never, user as never)).toHaveProperty('_tag')
      }),
    )
  })
})
