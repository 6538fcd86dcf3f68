import { tokenJson, tokenText } from '../../../lib/cli/token/showToken.js'
import { redact } from '../../../lib/index.js'

const uuid = 'c2a26c9e-dc23-4f67-b887-bbae0f26c415'
const expires_at = new Date('2026-01-02T12:00:00.500Z')
const now = expires_at.getTime() - 2 * 3600_000
const token = { access_token: redact('c4n4ry'), expires_at, user: { uuid, external_user_id: 'A6J' } }

describe('a token', () => {
  it('is told of by its user and its end', () => {
    expect(tokenText(token, now)).toStrictEqual([
      `user     A6J (${uuid})`,
      'expires  2026-01-02 12:00:00 UTC, in 2 h 0 min',
    ])
  })

  it('is told of by the uuid of a user without another name, and by email', () => {
    expect(tokenText({ ...token, user: { uuid } }, now)[0]).toBe(`user     ${uuid}`)
    expect(tokenText({ ...token, user: { uuid, email: 'j@bank.example' } }, now)[0]).toBe(
      `user     j@bank.example (${uuid})`,
    )
  })

  it('lets no name steer the terminal', () => {
    expect(tokenText({ ...token, user: { uuid, external_user_id: '\x1b[2J' } }, now)[0]).toBe(`user     ?[2J (${uuid})`)
  })

  it('is JSON with the seconds that are left, and with itself only if it is revealed', () => {
    const reported = { user: token.user, expires_at: '2026-01-02T12:00:00.500Z', expires_in: 7200 }
    expect(JSON.parse(tokenJson(token, now, false))).toStrictEqual(reported)
    expect(JSON.parse(tokenJson(token, now, true))).toStrictEqual({ ...reported, access_token: 'c4n4ry' })
  })

  it('counts whole seconds, and promises none too many', () => {
    expect(tokenJson(token, now + 1, false)).toContain('"expires_in":7199}')
    expect(tokenJson(token, now - 999, false)).toContain('"expires_in":7200}')
  })

  it('does not say when it ends if the clocks differ too much', () => {
    expect(tokenText(token, now + 3 * 3600_000)[1]).toBe(
      'expires  2026-01-02 12:00:00 UTC, by the clock of the service',
    )
    expect(tokenJson(token, now + 3 * 3600_000, false)).toContain('"expires_in":null')
  })
})
