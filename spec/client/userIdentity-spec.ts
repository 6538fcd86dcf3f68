import fc from 'fast-check'
import { NEVER } from 'rxjs'
import { isClientError } from '../../lib/base/error/ClientError.js'
import { decodeIdentity, principalOf } from '../../lib/client/userIdentity.js'

const userUuid = 'C2A26C9E-dc23-4f67-b887-bbae0f26c415'

/** What is wrong, as `path: expectation`. */
const wrongs = (given: unknown): ReadonlyArray<string> => {
  try {
    decodeIdentity(given)
    return []
  } catch (error) {
    if (!isClientError(error) || error._tag !== 'ConfigError') throw error
    return error.issues.map(({ path, expected }) => `${path}: ${expected}`)
  }
}

describe('identity', () => {
  it.each([
    { userUuid },
    { externalUserId: 'A6J' },
    { email: 'john.doe@example.com', password: 'pa55' },
    { token$: NEVER },
  ])('is one of four: %j', (given) => {
    expect(decodeIdentity(given)).toEqual(given)
  })

  it('takes undefined for missing, as options do', () => {
    expect(decodeIdentity({ userUuid: undefined, externalUserId: 'A6J', email: undefined })).toEqual({
      externalUserId: 'A6J',
    })
    expect(wrongs({ userUuid: undefined })).toEqual([expect.stringMatching('^/identity: one of ')])
  })

  it.each([undefined, null, 'A6J', 5, {}, [], NEVER, { userUUID: userUuid }])('is not %p', (given) => {
    expect(wrongs(given)).toEqual([
      '/identity: one of { userUuid }, { externalUserId }, { email, password } and { token$ }',
    ])
  })

  it('is not several at once', () => {
    expect(wrongs({ userUuid, externalUserId: 'A6J' })).toEqual([expect.stringMatching('^/identity: one of ')])
    expect(wrongs({ email: 'a@b.c', password: 'pa55', token$: NEVER })).toEqual([
      expect.stringMatching('^/identity: one of '),
    ])
  })

  it.each([
    { given: { userUuid: 'A6J' }, paths: ['/userUuid'] },
    { given: { externalUserId: '' }, paths: ['/externalUserId'] },
    { given: { externalUserId: 7 }, paths: ['/externalUserId'] },
    { given: { email: 'a@b.c' }, paths: ['/password'] },
    { given: { email: '', password: '' }, paths: ['/email', '/password'] },
    { given: { token$: 'T1' }, paths: ['/token$'] },
    { given: { externalUserId: 'A6J', pasword: 'x' }, paths: ['/pasword'] },
  ])('names what is wrong in $given', ({ given, paths }) => {
    expect(wrongs(given).map((wrong) => wrong.split(':')[0])).toEqual(paths)
  })

  it('tells no value that it was given', () => {
    const canary = 'canary-51f0'
    for (const given of [canary, { email: canary, password: '' }, { userUuid: canary }, { token$: canary }])
      expect(wrongs(given).join()).not.toContain(canary)
  })
})

describe('principalOf', () => {
  it('names a user, without the password, in whatever case the uuid is', () => {
    expect(principalOf({ userUuid })).toBe('user_uuid=c2a26c9e-dc23-4f67-b887-bbae0f26c415')
    expect(principalOf({ externalUserId: 'A6J' })).toBe('external_user_id=A6J')
    expect(principalOf({ email: 'john.doe@example.com', password: 'pa55' })).toBe('email=john.doe@example.com')
  })

  it('names two users differently', () => {
    const user = fc.oneof(
      fc.record({ externalUserId: fc.string({ minLength: 1 }) }),
      fc.record({ email: fc.string({ minLength: 1 }), password: fc.constant('pa55') }),
      fc.record({ userUuid: fc.uuid() }),
    )
    fc.assert(
      fc.property(user, user, (a, b) => {
        expect(principalOf(a) === principalOf(b)).toBe(JSON.stringify(a) === JSON.stringify(b))
      }),
    )
  })
})
