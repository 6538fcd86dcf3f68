import { interval } from 'rxjs'
import { answers, request } from '../../helpers/refreshes.js'
import { page } from '../../helpers/responses.js'
import { scripted } from '../../helpers/scripted.js'
import { late } from '../../helpers/watching.js'

const minute = 60_000

describe('paging scenario 13: no overlap, no starvation', () => {
  it('a poll of 100 ms with answers of 150 ms has 240 in a minute, one at a time, none aborted', () => {
    const service = scripted((): ReturnType<typeof late> => late(service.clock, 150, answers.r))
    let seen = 0
    service.user.poll(request, { every: 100 }).subscribe(() => seen++)
    service.clock.advance(minute)
    expect(seen).toBe(240)
    expect(service.counts).toMatchObject({ answered: 240, aborted: 0, failed: 0, mostInFlight: 1 })
  })

  it('so has a watched refresh', () => {
    const service = scripted((): ReturnType<typeof late> => late(service.clock, 150, answers.r))
    service.user.items.watchRefresh(7, { every: 100 }).subscribe()
    service.clock.advance(minute)
    expect(service.counts).toMatchObject({ answered: 240, aborted: 0, failed: 0, mostInFlight: 1 })
  })

  it('so have watched changes, but for a tenth by chance', () => {
    const service = scripted((): ReturnType<typeof late> => late(service.clock, 150, page([])))
    service.user.stocks.watchUpdated({ every: 100 }).subscribe()
    service.clock.advance(minute)
    expect(service.counts).toMatchObject({ aborted: 0, failed: 0, mostInFlight: 1 })
    expect(service.counts.answered).toBeGreaterThanOrEqual(235)
  })

  it('triggers that come faster than answers do not overlap, and do not starve it', () => {
    const service = scripted((): ReturnType<typeof late> => late(service.clock, 1500, page([])))
    const trigger$ = interval(100, service.clock.scheduler)
    service.user.stocks.watchUpdated({ every: 30_000, trigger$ }).subscribe()
    service.clock.advance(minute)
    expect(service.counts).toMatchObject({ answered: 24, aborted: 0, failed: 0, mostInFlight: 1 })
  })
})
