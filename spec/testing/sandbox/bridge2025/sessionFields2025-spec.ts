import { json } from '../caller.js'
import { type ErrorBody, root, speak } from './speaking.js'

const opening = () => {
  const spoken = speak()
  const open = (body: object) => spoken.post(`${root}/user-management-sessions`, body, spoken.token())
  return { ...spoken, open }
}

describe('a user management session', () => {
  it('is answered 201 with an id and a URL, whatever it says', () => {
    const { open } = opening()
    for (const body of [{}, { account_types: 'all', context: 'visit-7', callback_url: 'https://app.example/banks' }]) {
      const answer = open(body)
      const { id, url } = json<{ id: string; url: string }>(answer)
      expect([answer.status, url]).toEqual([201, `https://connect.sandbox.invalid/manage/${id}`])
    }
  })

  it('is no bank form', () => {
    const { open, sandbox } = opening()
    const { url } = json<{ url: string }>(open({}))
    expect(() => sandbox.submitBankForm(url)).toThrow(RangeError)
  })

  it('needs a user', () => {
    const { post } = opening()
    expect(post(`${root}/user-management-sessions`, {}).status).toBe(401)
  })

  it.each([
    ['context', { context: 'a b' }],
    ['account_types', { account_types: 'some' }],
    ['user_email', { user_email: 'jane' }],
    ['allow_account_selection', { allow_account_selection: 'no' }],
  ])('is refused for a %s that is wrong', (property, body) => {
    const answer = opening().open(body)
    expect([answer.status, json<ErrorBody>(answer).property]).toEqual([400, property])
  })

  it.each(['javascript:alert(1)', 'http://app.example', '/back'])('does not lead back to %s', (callback_url) => {
    const answer = opening().open({ callback_url })
    expect(json<ErrorBody>(answer).errors?.[0]?.code).toBe('user_management_session.callback_url_not_whitelisted')
  })
})
