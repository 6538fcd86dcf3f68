import { accessToken } from '../../../lib/service/model/AccessToken.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import {
  application,
  ask,
  authenticate,
  type Authenticated,
  errorType,
  json,
  start,
  tokenOf,
  virtualSandbox,
} from './caller.js'

const hour = 60 * 60 * 1000

describe('authenticate', () => {
  it('knows a user by uuid, external id, or email and password', () => {
    const sandbox = virtualSandbox()
    const [first, second] = sandbox.users
    if (first === undefined || second === undefined) throw new Error('no users')
    const userOf = (who: object) => json<Authenticated>(authenticate(sandbox, who)).user
    const current = { uuid: second.uuid, external_user_id: second.externalUserId }
    expect(userOf({ user_uuid: second.uuid })).toStrictEqual(current)
    expect(userOf({ user_uuid: second.uuid.toUpperCase() })).toStrictEqual(current)
    expect(userOf({ external_user_id: second.externalUserId })).toStrictEqual(current)
    expect(userOf({ email: first.email, password: first.password })).toStrictEqual({
      uuid: first.uuid,
      email: first.email,
    })
    expect(first.externalUserId).toBe('A6J')
  })

  it('gives out another token each time, that decodes', () => {
    const sandbox = virtualSandbox()
    const tokens = Array.from({ length: 50 }, () => tokenOf(sandbox))
    expect(new Set(tokens).size).toBe(50)
    expect(accessToken.decode(json(authenticate(sandbox)))._tag).toBe('Right')
    for (const token of tokens) expect(ask(sandbox, '/v2/items', { token }).status).toBe(200)
  })

  it.each([
    ['nobody', {}],
    ['two users', { user_uuid: 'x', external_user_id: 'A6J' }],
    ['a user by both methods', { external_user_id: 'A6J', email: 'a@b.c', password: '123456' }],
    ['an email without password', { email: 'a@b.c' }],
    ['a number', { external_user_id: 7 }],
    ['an empty text', { external_user_id: '' }],
  ])('refuses a body that names %s', (_, body) => {
    expect(authenticate(virtualSandbox(), body).status).toBe(400)
  })

  it('refuses a body that is no object, no JSON, or of another type', () => {
    const sandbox = virtualSandbox()
    const post = (body: string, type: string | undefined) =>
      ask(sandbox, '/v2/authenticate', {
        method: 'POST',
        headers: { ...application(sandbox), ...(type === undefined ? {} : { 'content-type': type }) },
        body,
      })
    const good = '{"external_user_id":"A6J"}'
    expect(post(good, 'application/json; charset=utf-8').status).toBe(200)
    expect(post(good, undefined).status).toBe(415)
    expect(post(good, 'application/x-www-form-urlencoded').status).toBe(415)
    expect(post(good, 'application/jsonp').status).toBe(415)
    expect(post('{', 'application/json').status).toBe(422)
    expect(post('', 'application/json').status).toBe(422)
    expect(post('[]', 'application/json').status).toBe(400)
  })

  it('says whether the user or the password is wrong, if the right ones are, and nothing that it was given', () => {
    const sandbox = virtualSandbox()
    const email = sandbox.users[0]?.email
    const answers = [
      authenticate(sandbox, { external_user_id: 'nobody' }),
      authenticate(sandbox, { user_uuid: 'nobody' }),
      authenticate(sandbox, { email: 'no@body', password: 'secret' }),
      authenticate(sandbox, { email, password: 'secret' }),
    ]
    const messages = answers.map((answer) => json<{ message: string }>(answer).message)
    expect(messages).toStrictEqual([
      'No user has this external_user_id; sandbox.users lists the existing users',
      'No user has this user_uuid; sandbox.users lists the existing users',
      'No user has this email; sandbox.users lists the existing users',
      'The password of this user is wrong; sandbox.users has the current one',
    ])
    expect(answers.map((answer) => [answer.status, errorType(answer)])).toStrictEqual(
      answers.map(() => [401, 'unauthorized']),
    )
  })

  it('lets a token live for two hours of its clock, to the millisecond', () => {
    const sandbox = virtualSandbox()
    const { access_token: token, expires_at } = json<Authenticated>(authenticate(sandbox))
    expect(expires_at).toBe(new Date(start + 2 * hour).toISOString())
    sandbox.advance(2 * hour - 1)
    expect(ask(sandbox, '/v2/items', { token }).status).toBe(200)
    sandbox.advance(1)
    expect(ask(sandbox, '/v2/items', { token }).status).toBe(401)
    expect(ask(sandbox, '/v2/items', { token: tokenOf(sandbox) }).status).toBe(200)
  })

  it('lets tokens live as long as it was told', () => {
    const sandbox = virtualSandbox({ profile: documentedProfile, tokenLifetime: 5 })
    const token = tokenOf(sandbox)
    sandbox.advance(4)
    expect(ask(sandbox, '/v2/items', { token }).status).toBe(200)
    sandbox.advance(1)
    expect(ask(sandbox, '/v2/items', { token }).status).toBe(401)
  })

  it('revokes the tokens of a user, or all', () => {
    const sandbox = virtualSandbox()
    const [, second] = sandbox.users
    const mine = tokenOf(sandbox)
    const theirs = tokenOf(sandbox, { user_uuid: second?.uuid })
    const statuses = () => [mine, theirs].map((token) => ask(sandbox, '/v2/items', { token }).status)
    sandbox.revokeTokens(second?.uuid)
    expect(statuses()).toStrictEqual([200, 401])
    sandbox.revokeTokens()
    expect(statuses()).toStrictEqual([401, 401])
    expect(() => {
      sandbox.revokeTokens('nobody')
    }).toThrow(RangeError)
  })
})
