import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'
import { deployments, hear, play, profilesUnderTest, read, refusal, rowsOf } from '../helpers/profiles.js'

describe.each(profilesUnderTest)('errors, as $name', (under) => {
  it('have the word of the deployment, and not its message', () => {
    const { user } = play(under)
    const error = refusal(user.stocks.get(1))
    expect(error).toMatchObject({ _tag: 'StatusError', status: 404, type: { value: 'not_found' } })
    expect(JSON.stringify(error)).not.toContain('no such stock')
  })

  it('are lived through, if they pass', () => {
    const { clock, sandbox, user } = play(under)
    sandbox.faults.add({ kind: 'server-error', status: 503, times: 2 })
    sandbox.faults.add({ kind: 'rate-limit', retryAfter: 3, on: 'transactions', after: 1 })
    sandbox.faults.add({ kind: 'disconnect', on: 'transactions', after: 3 })
    const heard = hear(user.transactions.all({ limit: 100 }))
    clock.advance(60_000)
    expect(heard.error).toBeUndefined()
    expect(heard.values).toHaveLength(300)
  })

  it('name the page and the row that is not as the profile has it', () => {
    const { sandbox, user } = play(under)
    sandbox.faults.add({ kind: 'wrong-type', field: 'id', value: 'c4n4ry', row: 2, on: 'transactions', after: 1 })
    const error = refusal(user.transactions.all({ limit: 100 }))
    expect(error).toMatchObject({ _tag: 'DecodeError', page: { value: 2 }, issues: [{ path: '/resources/2/id' }] })
    expect(JSON.stringify(error)).not.toContain('c4n4ry')
  })

  it('tell of a cursor that is dead, and of links that lead away', () => {
    const { sandbox, user } = play(under)
    sandbox.faults.add({ kind: 'dead-cursor' })
    expect(refusal(user.transactions.all({ limit: 100 }))).toMatchObject({ _tag: 'StatusError', status: 410 })
    sandbox.faults.add({ kind: 'foreign-link', url: 'https://evil.example/v2/transactions' })
    expect(refusal(user.transactions.all({ limit: 100 }))).toMatchObject({ _tag: 'PagingError' })
    sandbox.faults.add({ kind: 'repeated-cursor', on: 'transactions', after: 1 })
    expect(refusal(user.transactions.all({ limit: 100 }))).toMatchObject({ _tag: 'PagingError' })
  })

  it('of limits do not come, for the client keeps within them', () => {
    const { clock, sandbox, user } = play(under, { profile: documentedProfile, enforceLimits: true, transactions: 150 })
    const heard = hear(user.transactions.all({ limit: 1 }))
    const often = { every: 500, until: () => false, deadline: 240_000 }
    const also = under.isV3
      ? hear(user.stocks.watchUpdated({ since: new Date(sandbox.now()), every: 500 }))
      : hear(user.items.watchRefresh(187_000, often))
    clock.advance(300_000)
    expect(heard.values).toHaveLength(150)
    expect(also.values.length).toBeGreaterThan(10)
    also.leave()
    expect(sandbox.journal.entries().filter(({ status }) => status === 429)).toEqual([])
  })

  if (under.profile.limits.user !== undefined) {
    // No headers of answers are read, or else the client would know the limit of a service that tells it.
    const profile = { ...under.profile, limitHeaders: [] }

    it('of limits come to who does not keep within them, and are waited for', () => {
      const config = { limits: {}, profile }
      const { clock, sandbox, user } = play(
        under,
        { profile: documentedProfile, enforceLimits: true, transactions: 70 },
        config,
      )
      const heard = hear(user.transactions.all({ limit: 1 }))
      expect(sandbox.journal.entries().filter(({ status }) => status === 429)).toHaveLength(1)
      clock.advance(30_000)
      heard.leave()
      const rest = play(under, { profile: documentedProfile, enforceLimits: true }, { ...config, retry: { count: 0 } })
      read(rest.user.items.all())
      for (let count = 1; count < 60; count++) rowsOf(rest.user.items.all())
      expect(refusal(rest.client.user(under.identityOf(rest.owner)).items.all())).toMatchObject({ status: 429 })
    })

    // The other stages do not tell how much of a limit is left.
    if (under.name === 'bridge2018')
      it('of limits do not come to who does not know them, if answers tell them', () => {
        const { clock, sandbox, user } = play(
          under,
          { profile: documentedProfile, enforceLimits: true, transactions: 70 },
          { limits: {} },
        )
        const heard = hear(user.transactions.all({ limit: 1 }))
        clock.advance(120_000)
        expect(heard.values).toHaveLength(70)
        expect(sandbox.journal.entries().filter(({ status }) => status === 429)).toEqual([])
      })
  }
})

describe.each(deployments.filter(({ isV3 }) => !isV3))('errors, as $name', (under) => {
  const dialects = under.isEarlier ? (['bridge2021'] as const) : (['bridge2018', 'bridge2019'] as const)

  it.each(dialects)('say of a service that answers as %s what is amiss', (dialect) => {
    const { user } = play(under, { profile: documentedProfile, dialect })
    for (const list of [user.transactions, user.accounts, user.items, user.stocks]) {
      const error = refusal(list.all())
      expect(error).toMatchObject({ _tag: 'DecodeError', reason: 'shape' })
      expect(String(error)).toContain(`as in ${under.isEarlier ? 'bridge2018' : 'bridge2021'}`)
      expect(String(error)).toContain('does the service speak another version?')
    }
  })
})

describe.each(deployments.filter(({ isV3 }) => isV3))('errors, as $name', (under) => {
  it('are read in both forms: one error, and a list of them', () => {
    const { client, sandbox, user } = play(under, { profile: documentedProfile }, { retry: { count: 0 } })
    sandbox.faults.add({ kind: 'server-error', on: 'transactions' })
    expect(refusal(user.transactions.all())).toMatchObject({
      _tag: 'StatusError',
      status: 500,
      type: { value: 'internal_server_error' },
    })
    expect(refusal(client.users.create({ externalUserId: 'A6J' }))).toMatchObject({
      _tag: 'StatusError',
      status: 409,
      type: { value: 'users.creation.already_exists_with_external_user_id' },
    })
  })
})
