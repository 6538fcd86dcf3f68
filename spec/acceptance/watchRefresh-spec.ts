import type { RefreshConfig } from '../../lib/sandbox.js'
import { deployments, hear, play, profilesUnderTest, readOne, refusal, type Row } from '../helpers/profiles.js'

const refreshed = profilesUnderTest.filter(({ isV3 }) => !isV3)

describe.each(refreshed)('watchRefresh, as $name', (under) => {
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
      expect(Object.hasOwn(last?.mfa as object, 'type')).toBe(under.name !== 'bridge2018')
    }
  })
})

describe.each(deployments.filter(({ isV3 }) => !isV3))('a refresh that a client starts, as $name', (under) => {
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

  it('continues if it is started again', () => {
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

describe.each(profilesUnderTest.filter(({ isV3 }) => isV3))('refreshes, as $name', (under) => {
  it('are no operations: the service refreshes items once or twice a day, which they say themselves', () => {
    const { clock, owner, sandbox, user } = play(under)
    const [id = 0] = owner.itemIds
    expect(refusal(user.items.refresh(id))).toMatchObject({ _tag: 'UnspecifiedOperation', key: 'paths.refresh' })
    expect(refusal(user.items.refreshStatus(id))).toMatchObject({ key: 'paths.refreshStatus' })
    expect(refusal(user.items.watchRefresh(id))).toMatchObject({ key: 'paths.refreshStatus' })
    expect(sandbox.journal.counts().started).toBe(0)
    const tried = () => Number((readOne(user.items.get(id)) as unknown as Row).last_try_refresh)
    const moments = Array.from({ length: 5 }, () => {
      clock.advance(12 * 3_600_000)
      return tried()
    })
    const gaps = [...new Set(moments)].slice(1).map((moment, index) => moment - ([...new Set(moments)][index] ?? 0))
    expect(gaps.length).toBeGreaterThan(0)
    expect(gaps.filter((gap) => gap !== 12 * 3_600_000 && gap !== 24 * 3_600_000)).toEqual([])
  })
})
