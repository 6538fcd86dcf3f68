import { none, some } from 'fp-ts/lib/Option.js'
import { EMPTY, of } from 'rxjs'
import type { ChangesConfig, ClientEvent, HttpResponse, Stock } from '../../../lib/index.js'
import { bookmarkAt } from '../../helpers/bookmarkAt.js'
import { asked, link, listResponse, memoryStore, row } from '../../helpers/feed.js'
import { json } from '../../helpers/responses.js'
import { begin, scripted } from '../../helpers/scripted.js'

const minute = 60_000
const key = 'stocks of somebody'
const old = new Date(begin - 30 * minute)
const since = new Date(old.getTime() - 5 * minute).toISOString()
const gone = json({}, 410)

/** Six pages of three rows; what stands in for one is a function of its number and of how often it was asked for. */
const sixPages = (
  instead: (page: number, times: number) => HttpResponse | undefined,
  config: ChangesConfig<Stock> = {},
  work: (events: ReadonlyArray<ClientEvent>) => void = () => undefined,
) => {
  const times = new Map<number, number>()
  const service = scripted((request) => {
    const question = asked(request)
    const page = /^[2-6]$/.test(question) ? Number(question) : 1
    times.set(page, (times.get(page) ?? 0) + 1)
    const rows = [1, 2, 3].map((place) => row(3 * page - 3 + place, begin - page))
    return instead(page, times.get(page) ?? 0) ?? listResponse(rows, begin, page < 6 ? link(String(page + 1)) : null)
  })
  const store = memoryStore({ [key]: bookmarkAt(old.getTime()) })
  const ids: Array<number> = []
  const errors: Array<unknown> = []
  const process = () => {
    work(service.events)
    return EMPTY
  }
  service.user.stocks.watchUpdated({ store, key, process, every: 3_600_000, ...config }).subscribe({
    next: ({ resources }) => ids.push(...resources.map(({ id }) => id)),
    error: (error) => errors.push(error),
  })
  const questions = () =>
    service.paths().map((path) => {
      const { searchParams } = new URL(path, 'https://bank.example')
      return searchParams.get('after') ?? searchParams.get('since')
    })
  const restarts = () => service.events.filter(({ _tag }) => _tag === 'Restarted')
  return { ...service, store, ids, errors, questions, restarts }
}

const untilFour = [since, '2', '3', '4']
const all = Array.from({ length: 18 }, (_, index) => index + 1)

describe('paging scenario 06: a dead cursor', () => {
  it.each([410, 404, 400])('%i on page 4 begins the round again at since, tells so, and repeats no row', (status) => {
    const dead = json({}, status)
    const { questions, ids, errors, restarts, store } = sixPages((page, times) =>
      page === 4 && times === 1 ? dead : undefined,
    )
    expect(questions()).toEqual([...untilFour, ...untilFour, '5', '6'])
    expect([ids, errors]).toEqual([all, []])
    expect(restarts()).toEqual([
      expect.objectContaining({
        operation: 'stocks.updated',
        restarts: 1,
        error: expect.objectContaining({ _tag: 'StatusError', status, page: some(4) }),
      }),
    ])
    expect(store.saved).toEqual([new Date(begin - 1).toISOString()])
  })

  it('after two restarts it is a typed error, and the checkpoint is where it was', () => {
    const { questions, errors, restarts, store, clock, counts } = sixPages((page) => (page === 4 ? gone : undefined))
    expect(errors).toEqual([expect.objectContaining({ _tag: 'StatusError', status: 410, page: some(4) })])
    expect(restarts()).toHaveLength(2)
    expect(questions()).toEqual([...untilFour, ...untilFour, ...untilFour])
    expect(store.saved).toEqual([])
    expect([clock.pending(), counts.inFlight]).toEqual([0, 0])
  })

  it('may die on another page each time, and what was acknowledged before is not told again', () => {
    const { ids, errors, restarts } = sixPages((page, times) => {
      if (page === 6 && times === 1) return gone
      return page === 2 && times === 2 ? gone : undefined
    })
    expect([ids, errors, restarts().length]).toEqual([all, [], 2])
  })

  it('begins to count anew with each round', () => {
    const { clock, errors, restarts, questions } = sixPages(
      (page, times) => (page === 4 && times % 3 !== 0 ? gone : undefined),
      { overlap: 3_600_000 * 24 },
    )
    clock.advance(10 * 3_600_000)
    expect(errors).toEqual([])
    const rounds = questions().filter((question) => question === '6').length
    expect(rounds).toBeGreaterThan(8)
    expect(restarts()).toHaveLength(2 * rounds)
  })

  it('is not the error of a process that throws what it was told of: the round ends with its batch unacknowledged', () => {
    let isThrown = false
    const { ids, errors, restarts } = sixPages(
      (page, times) => (page === 4 && times === 1 ? gone : undefined),
      {},
      (events) => {
        const restarted = events.find(({ _tag }) => _tag === 'Restarted')
        if (restarted?._tag !== 'Restarted' || isThrown) return
        isThrown = true
        throw restarted.error
      },
    )
    expect([ids, errors.length, restarts().length]).toEqual([all.slice(0, 9), 1, 1])
  })

  it('keeps no cursor: a new watcher asks from the checkpoint', () => {
    const store = memoryStore({ [key]: bookmarkAt(old.getTime()) })
    const { user, paths } = scripted((request) =>
      asked(request) === '2' ? gone : listResponse([row(1, begin)], begin, link('2')),
    )
    const config = { store, key, process: () => of(none) }
    for (let life = 0; life < 2; life++) user.stocks.watchUpdated(config).subscribe({ error: () => undefined })
    expect(paths().filter((path) => !path.includes('after='))).toHaveLength(6)
    expect(store.saved).toEqual([])
  })
})
