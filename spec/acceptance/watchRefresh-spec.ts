import type { RefreshConfig } from '../../lib/sandbox/index.js'
import { deployments, hear, play, profilesUnderTest, readOne } from '../helpers/profiles.js'

describe.each(profilesUnderTest)('watchRefresh, as $name', (under) => {
  const ends = ['finished', 'finished_error', 'invalid_creds', 'info_required'] as const

  it.each(ends)('follows a refresh to %s', (outcome) => {
    const { clock, owner, sandbox, user } = play(under)
    const [id = 0] = owner.itemIds
    sandbox.refresh(id, { outcome })
    const heard = hear(user.items.watchRefresh(id, { every: 1000 }))
    clock.advance(20_000)
    expect(heard.isComplete).toBe(true)
    const words = new Set(heard.values.map(({ status }) => status))
    const isStopped = outcome === 'invalid_creds' || outcome === 'info_required'
    expect([...words]).toEqual(['authenticating', ...(isStopped ? [] : ['retrieving_data']), outcome])
    const last = heard.values.at(-1)
    expect(last?.mfa === null).toBe(outcome !== 'info_required')
    if (outcome === 'info_required') {
      expect(last?.mfa).toMatchObject({ label: 'Code', is_numeric: true })
      expect('type' in (last?.mfa ?? {})).toBe(under.name !== 'bridge2018')
    }
  })
})

describe.each(deployments)('a refresh that a client starts, as $name', (under) => {
  it('is accepted without a body, and then told of', () => {
    const { clock, owner, sandbox, user } = play(under)
    const [id = 0] = owner.itemIds
    const before = readOne(user.items.refreshStatus(id)).refreshed_at
    expect(readOne(user.items.refresh(id))).toMatchObject({
      itemId: id,
      previous: { value: before },
      wasRunning: false,
    })
    expect(sandbox.journal.entries().at(-1)).toMatchObject({ method: 'POST', status: 202 })
    expect(readOne(user.items.refreshStatus(id))).toMatchObject({ status: 'finished', refreshed_at: before })
    clock.advance(1000)
    expect(readOne(user.items.refreshStatus(id))).toMatchObject({ status: 'authenticating', refreshed_at: before })
    clock.advance(9000)
    const after = readOne(user.items.refreshStatus(id))
    expect(after.status).toBe('finished')
    expect(Number(after.refreshed_at)).toBeGreaterThan(Number(before))
  })

  it('is not taken for the one before', () => {
    const { clock, owner, user } = play(under)
    const [id = 0] = owner.itemIds
    readOne(user.items.refresh(id))
    const heard = hear(user.items.watchRefresh(id, { every: 500 }))
    clock.advance(30_000)
    expect(heard.isComplete).toBe(true)
    expect([...new Set(heard.values.map(({ status }) => status))]).toEqual([
      'authenticating',
      'retrieving_data',
      'finished',
    ])
  })

  it('goes on where it is started again', () => {
    const { clock, owner, user } = play(under)
    const [id = 0] = owner.itemIds
    readOne(user.items.refresh(id))
    clock.advance(5000)
    expect(readOne(user.items.refreshStatus(id)).status).toBe('retrieving_data')
    readOne(user.items.refresh(id))
    expect(readOne(user.items.refreshStatus(id)).status).toBe('retrieving_data')
  })

  it('is as it was planned, once', () => {
    const { clock, owner, sandbox, user } = play(under)
    const [id = 0] = owner.itemIds
    const planned: RefreshConfig = { outcome: 'invalid_creds', waiting: 0, authenticating: 100 }
    sandbox.planRefresh(id, planned)
    const endOf = () => {
      readOne(user.items.refresh(id))
      clock.advance(60_000)
      return readOne(user.items.refreshStatus(id)).status
    }
    expect([endOf(), endOf()]).toEqual(['invalid_creds', 'finished'])
  })

  it('is refused for an item of another user', () => {
    const { sandbox, user } = play(under)
    const [, other] = sandbox.users
    const [id = 0] = other?.itemIds ?? []
    const { error } = hear(user.items.refresh(id))
    expect(error).toMatchObject({ _tag: 'StatusError', status: 404 })
  })
})
