import { inspect } from 'node:util'
import { isRight, left, type Right } from 'fp-ts/lib/Either.js'
import { decode } from '../../../lib/base/codec/decode.js'
import { reveal } from '../../../lib/base/Redacted.js'
import { type AccessToken, accessToken } from '../../../lib/service/model/AccessToken.js'
import { isTotal } from '../../base/codec/laws.js'
import { samples } from './samples.js'

const canary = 'canary-8a7d0b'
const answer = { access_token: canary, expires_at: '2019-05-06T11:08:25.040Z', user: samples.user }
const decoded = accessToken.decode(answer)
const token = (decoded as Right<AccessToken>).right

describe('accessToken', () => {
  it('decodes the answers of both methods', () => {
    expect(isRight(decoded)).toBe(true)
    expect(reveal(token.access_token)).toBe(canary)
    expect(token.expires_at).toStrictEqual(new Date(1557140905040))
    expect(token.user).toStrictEqual(samples.user)
    expect(isRight(accessToken.decode({ ...answer, user: samples.earlierUser }))).toBe(true)
    expect(accessToken.is(token)).toBe(true)
  })

  it('requires each field and tells no value', () => {
    isTotal(accessToken)
    expect(
      decode(accessToken, { access_token: `${canary}\n`, expires_at: canary, user: { uuid: canary } }),
    ).toStrictEqual(
      left([
        { path: '/access_token', expected: 'secret (visible ASCII)' },
        { path: '/expires_at', expected: 'timestamp' },
        { path: '/user/uuid', expected: 'UUID' },
      ]),
    )
    expect(decode(accessToken, {})).toStrictEqual(
      left([
        { path: '/access_token', expected: 'secret (visible ASCII) (missing)' },
        { path: '/expires_at', expected: 'timestamp (missing)' },
        { path: '/user', expected: 'user (missing)' },
      ]),
    )
  })

  it('shows the token in no form, encoded or not, nor another credential of the answer', () => {
    const more = accessToken.decode({ ...answer, refresh_token: canary })
    const values: ReadonlyArray<unknown> = [more, token, accessToken.encode(token), structuredClone(token.user)]
    for (const value of values) {
      expect(JSON.stringify(value)).not.toContain(canary)
      expect(inspect(value, { depth: null, showHidden: true })).not.toContain(canary)
    }
  })

  it('decodes again within a process, and never from its own JSON', () => {
    const encoded = accessToken.encode(token)
    expect(encoded).toMatchObject({ expires_at: answer.expires_at })
    expect(accessToken.decode(encoded)).toStrictEqual(decoded)
    expect(isRight(accessToken.decode(JSON.parse(JSON.stringify(encoded))))).toBe(false)
  })
})
