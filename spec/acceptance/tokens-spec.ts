import { reveal, UnsupportedByVersion } from '../../lib/index.js'
import { hear, play, profilesUnderTest, read, readOne, refusal, rowsOf } from '../helpers/profiles.js'

const hour = 3_600_000

describe.each(profilesUnderTest)('tokens, as $name', (under) => {
  const { profile, byEmail } = under
  const isInQuery = profile.credentials === 'query'

  it('are issued once for all that wait, and say whose they are', () => {
    const { sandbox, user, owner } = play(under)
    const heard = hear(user.token$)
    rowsOf(user.items.all())
    rowsOf(user.accounts.all())
    expect(sandbox.journal.counts().routes.authenticate).toBe(1)
    const [token] = heard.values
    expect(token?.expires_at).toEqual(new Date(sandbox.now() + 2 * hour))
    expect(token?.user.uuid).toBe(owner.uuid)
    expect(token?.user).toMatchObject(byEmail ? { email: owner.email } : { external_user_id: 'A6J' })
    heard.leave()
  })

  it('are renewed before they expire', () => {
    const { clock, sandbox, user } = play(under)
    const heard = hear(user.token$)
    clock.advance(2 * hour)
    const texts = heard.values.map(({ access_token }) => reveal(access_token))
    expect(new Set(texts).size).toBe(2)
    expect(sandbox.journal.counts().routes.authenticate).toBe(2)
    heard.leave()
  })

  it('are replaced once if the service has ended them', () => {
    const { clock, sandbox, user, owner } = play(under)
    const before = rowsOf(user.items.all())
    clock.advance(6000)
    sandbox.revokeTokens(owner.uuid)
    expect(rowsOf(user.items.all())).toEqual(before)
    expect(sandbox.journal.entries().map(({ route, status }) => [route, status])).toEqual([
      ['authenticate', 200],
      ['items', 200],
      ['items', 401],
      ['authenticate', 200],
      ['items', 200],
    ])
  })

  it('prove the application if the deployment has it, and nowhere else', () => {
    const { client, sandbox, user } = play(under)
    rowsOf(user.items.all())
    read(client.users.pages())
    read(client.banks.pages())
    for (const { headers, query, route } of sandbox.journal.entries()) {
      const parameters = new URLSearchParams(query)
      const isPublic = route === 'banks' && profile.publicSecret !== true
      expect([parameters.get('client_id'), 'client-id' in headers]).toEqual(
        isInQuery ? ['sandbox-client', false] : [null, true],
      )
      expect(parameters.get('client_secret')).toBe(isInQuery && !isPublic ? '<redacted>' : null)
      expect('client-secret' in headers).toBe(!isInQuery && !isPublic)
      expect(headers[profile.versionHeader.toLowerCase()]).toBe(profile.serviceVersion ?? '2021-06-01')
    }
  })

  it('are refused to an application that is not known', () => {
    const { userClient, owner } = play(under, {}, { clientSecret: 'another' })
    expect(refusal(userClient(owner).items.all())).toMatchObject({ _tag: 'AuthenticationError', status: 401 })
  })

  it('are refused to a user who is not known', () => {
    const { client, owner } = play(under)
    const stranger = byEmail
      ? client.user({ email: owner.email, password: 'another' })
      : client.user({ externalUserId: 'nobody' })
    expect(refusal(stranger.items.all())).toMatchObject({ _tag: 'AuthenticationError', status: under.isV3 ? 404 : 401 })
  })

  it('are for users as the API version knows them', () => {
    const { client, owner } = play(under)
    const { uuid, email, password, externalUserId } = owner
    const byPassword = client.user({ email, password }).items.pages()
    if (under.isV3) expect(refusal(byPassword)).toMatchObject({ _tag: 'AuthenticationError', status: 400 })
    else expect(readOne(byPassword).resources).toHaveLength(2)
    for (const identity of [{ userUuid: uuid }, { externalUserId }]) {
      const make = () => readOne(client.user(identity).items.pages()).resources
      if (byEmail) expect(make).toThrow(UnsupportedByVersion)
      else expect(make()).toHaveLength(2)
    }
  })

  it('show no secret in any event', () => {
    const { clock, events, user, sandbox, owner } = play(under)
    rowsOf(user.items.all())
    clock.advance(6000)
    sandbox.revokeTokens(owner.uuid)
    rowsOf(user.transactions.all())
    const shown = JSON.stringify([events, sandbox.journal.entries()])
    for (const secret of ['sandbox-secret', owner.password, encodeURIComponent(owner.password)]) {
      expect(shown).not.toContain(secret)
    }
    expect(events.length).toBeGreaterThan(5)
  })
})
