import fc from 'fast-check'
import { ConfigError } from '../../../lib/base/error/ConfigError.js'
import { type UserManagementOptions, userManagementSession } from '../../../lib/bridge.js'

const all: Required<UserManagementOptions> = {
  userEmail: 'ada@mail.example',
  countryCode: 'FR',
  capabilities: ['aggregation'],
  accountTypes: 'all',
  allowAccountSelection: true,
  callbackUrl: 'https://app.example/banks',
  context: 'visit-7',
}

/** The error of a session that is refused. */
const refusal = (form: unknown): ConfigError => {
  try {
    userManagementSession(form as UserManagementOptions)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('it is accepted')
}

describe('userManagementSession', () => {
  it('sends its options in the words of the service, or none', () => {
    expect(userManagementSession(all).body).toEqual({
      user_email: 'ada@mail.example',
      country_code: 'FR',
      capabilities: ['aggregation'],
      account_types: 'all',
      allow_account_selection: true,
      callback_url: 'https://app.example/banks',
      context: 'visit-7',
    })
    expect(userManagementSession()).toMatchObject({ method: 'POST', access: 'user', body: {} })
  })

  it.each<readonly [string, unknown]>([
    ['callbackUrl', { callbackUrl: 'javascript:alert(1)' }],
    ['callbackUrl', { callbackUrl: 'https://app.example/\r\nSet-Cookie: a=b' }],
    ['context', { context: 'x'.repeat(101) }],
    ['context', { context: 'a'.repeat(10_000_000) }],
    ['context', { context: '\ud83d' }],
    ['accountTypes', { accountTypes: 'constructor' }],
    ['allowAccountSelection', { allowAccountSelection: 'true' }],
    ['parentUrl', { parentUrl: 'https://app.example' }],
    ['itemId', { itemId: 7 }],
    ['providerId', { providerId: 574 }],
    ['__proto__', JSON.parse('{"__proto__":{"callbackUrl":"https://b.example"}}')],
  ])('refuses %s that is wrong, or has no place', (field, form) => {
    expect(refusal(form).issues.map(({ path }) => path)).toEqual([`/${field}`])
    expect(refusal(form).message.length).toBeLessThan(300)
  })

  it.each([null, 7, 'x', [], () => all])('refuses options that are none', (form) => {
    expect(refusal(form)).toMatchObject({ _tag: 'ConfigError', issues: [{ path: '' }] })
  })

  it('makes a request or a ConfigError of any value', () => {
    const field = fc.constantFrom(...Object.keys(all), 'itemId', 'other')
    fc.assert(
      fc.property(fc.dictionary(field, fc.anything()), (form) => {
        try {
          const { path } = userManagementSession(form)
          expect(path).toBe('/v3/aggregation/user-management-sessions')
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigError)
        }
      }),
    )
  })
})
