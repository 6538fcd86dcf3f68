import { json } from '../caller.js'
import { type ErrorBody, root, speak } from './speaking.js'

interface User {
  readonly uuid: string
  readonly external_user_id?: string
}

describe('users of API version 2025-01-15', () => {
  it('are created with an id of the application, or without', () => {
    const { post, send, sandbox } = speak()
    const made = post(`${root}/users`, { external_user_id: 'JANE' })
    expect(made.status).toBe(201)
    const jane = json<User>(made)
    expect(jane).toEqual({ uuid: expect.any(String), external_user_id: 'JANE' })
    expect(json(send(`users/${jane.uuid}`))).toEqual(jane)
    expect(json(post(`${root}/users`, {}))).toEqual({ uuid: expect.any(String) })
    expect(sandbox.users).toHaveLength(5)
  })

  it('are refused if the id is taken, and if the body says what users have no more', () => {
    const { post } = speak()
    const taken = post(`${root}/users`, { external_user_id: 'A6J' })
    expect(taken.status).toBe(409)
    expect(json<ErrorBody>(taken).errors?.[0]?.code).toBe('users.creation.already_exists_with_external_user_id')
    const wrongIds = ['jane@mail.example', 'x'.repeat(129), '', 'jane doe', 'é'].map((id) => ({ external_user_id: id }))
    for (const body of [{ email: 'a@b.example' }, { password: 'long enough' }, ...wrongIds]) {
      const refused = post(`${root}/users`, body)
      expect(refused.status).toBe(400)
      expect(json<ErrorBody>(refused).property).toBe(Object.keys(body)[0])
    }
  })

  it('are refused with 403 if the application has as many as it may have', () => {
    const { post, send, owner } = speak({ maxUsers: 4 })
    const statuses = ['a', 'b'].map((id) => post(`${root}/users`, { external_user_id: id }).status)
    expect(statuses).toEqual([201, 403])
    const full = post(`${root}/users`, {})
    expect([full.status, json<ErrorBody>(full).errors?.[0]?.code]).toEqual([403, 'app.users.maximum_reached'])
    send(`users/${owner.uuid}`, 'DELETE')
    expect(post(`${root}/users`, {}).status).toBe(201)
  })

  it('are listed, or found by the id of the application', () => {
    const { rows, owner } = speak()
    expect(rows('users')).toHaveLength(3)
    expect(rows<User>('users?external_user_id=A6J')).toEqual([{ uuid: owner.uuid, external_user_id: 'A6J' }])
    expect(rows('users?external_user_id=nobody')).toEqual([])
  })

  it('are deleted without more ado, with their tokens', () => {
    const { send, sandbox, owner, token } = speak()
    token()
    expect(send(`users/${owner.uuid}`, 'DELETE').status).toBe(204)
    expect(send('items').status).toBe(401)
    expect(sandbox.users).toHaveLength(2)
    expect(send(`users/${owner.uuid}`, 'DELETE').status).toBe(404)
  })

  it('get tokens by uuid or by the id of the application, and in no other way', () => {
    const { post, owner, sandbox } = speak()
    const at = `${root}/authorization/token`
    for (const named of [{ user_uuid: owner.uuid }, { external_user_id: 'A6J' }]) {
      expect(json(post(at, named))).toEqual({
        access_token: expect.any(String),
        expires_at: new Date(sandbox.now() + 2 * 3_600_000).toISOString(),
        user: { uuid: owner.uuid, external_user_id: 'A6J' },
      })
    }
    for (const wrong of [
      {},
      { user_uuid: owner.uuid, external_user_id: 'A6J' },
      { user_uuid: 7 },
      { email: owner.email, password: owner.password },
    ]) {
      expect(post(at, wrong).status).toBe(400)
    }
    const gone = post(at, { external_user_id: 'nobody' })
    expect([gone.status, json<ErrorBody>(gone).errors?.[0]?.code]).toEqual([404, 'not_found'])
  })

  it('get no more tokens than the limit allows', () => {
    const { post, owner } = speak({ enforceLimits: true })
    const statuses = Array.from(
      { length: 11 },
      () => post(`${root}/authorization/token`, { user_uuid: owner.uuid }).status,
    )
    expect([statuses[9], statuses[10]]).toEqual([200, 429])
  })
})
