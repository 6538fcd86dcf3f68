import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { application, ask, authenticate, tokenOf, virtualSandbox } from './caller.js'

const setUp = (config = {}) => {
  const sandbox = virtualSandbox(config)
  const user = sandbox.users[0]
  const put = (body: object | string, uuid = user?.uuid ?? '') =>
    ask(sandbox, `/v2/users/${uuid}/password`, {
      method: 'PUT',
      headers: { ...application(sandbox), 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return { sandbox, user, put }
}

describe('password', () => {
  it('changes it, without a body in the answer, and ends the tokens of this user alone', () => {
    const { sandbox, user, put } = setUp()
    const email = user?.email
    const old = user?.password
    const mine = tokenOf(sandbox)
    const theirs = tokenOf(sandbox, { user_uuid: sandbox.users[1]?.uuid })
    const answer = put({ current_password: old, new_password: 'another one' })
    expect([answer.status, answer.body]).toStrictEqual([204, ''])
    expect(user?.password).toBe('another one')
    expect(authenticate(sandbox, { email, password: old }).status).toBe(401)
    expect(authenticate(sandbox, { email, password: 'another one' }).status).toBe(200)
    expect([mine, theirs].map((token) => ask(sandbox, '/v2/items', { token }).status)).toStrictEqual([401, 200])
  })

  it('refuses a wrong current password with 403, and changes nothing', () => {
    const { sandbox, user, put } = setUp()
    const old = user?.password
    const token = tokenOf(sandbox)
    expect(put({ current_password: 'wrong one', new_password: 'another one' }).status).toBe(403)
    expect(user?.password).toBe(old)
    expect(ask(sandbox, '/v2/items', { token }).status).toBe(200)
  })

  it('requests 6 to 72 characters', () => {
    const { user, put } = setUp()
    const lengths = [5, 6, 72, 73].map((length) => {
      const answer = put({ current_password: user?.password, new_password: 'x'.repeat(length) })
      return answer.status
    })
    expect(lengths).toStrictEqual([400, 204, 204, 400])
  })

  it('refuses what is not such a body, and users who are not there', () => {
    const { user, put } = setUp()
    expect(put({ new_password: '1234567' }).status).toBe(400)
    expect(put({ current_password: user?.password }).status).toBe(400)
    expect(put({ current_password: user?.password, new_password: 1234567 }).status).toBe(400)
    expect(put('{').status).toBe(422)
    expect(put({}, 'c2a26c9e-dc23-4f67-b887-bbae0f26c415').status).toBe(404)
  })

  it('takes the names of the fields from the profile', () => {
    const { user, put } = setUp({ profile: { ...documentedProfile, passwordFields: { current: 'old', next: 'new' } } })
    expect(put({ current_password: user?.password, new_password: '1234567' }).status).toBe(400)
    expect(put({ old: user?.password, new: '1234567' }).status).toBe(204)
  })
})
