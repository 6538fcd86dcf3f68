import { filter, lastValueFrom, take, tap, toArray } from 'rxjs'
import { bridge2018 } from '../../../lib/bridge.js'
import { type ClientEvent, createClient } from '../../../lib/index.js'
import { listening } from '../../helpers/listening.js'

/** Matches the requests of a list that is read once, but for the first ones. */
const fromPage = (number: number) => {
  let requests = 0
  return () => ++requests >= number
}

describe('nested list scenario 01: banks of bridge2018 over pages', () => {
  const profile = bridge2018
  const { sandbox, url } = listening({ profile, banks: 60 })

  const opened = () => {
    const retry = { count: 4, minDelay: 1, maxDelay: 2 }
    const { banks, events$ } = createClient({ baseUrl: url(), ...sandbox().credentials, profile, retry })
    const retried: Array<ClientEvent> = []
    events$.pipe(filter(({ _tag }) => _tag === 'Retried')).subscribe((event) => retried.push(event))
    const ids = (limit: number, prefetch: 0 | 1 = 0) =>
      lastValueFrom(banks.all({ limit, prefetch }).pipe(toArray())).then((all) => all.map(({ id }) => id))
    return { banks, retried, ids }
  }

  const requests = () => sandbox().journal.entries().length

  it('one a page: the country and the group come again on each, and no bank is lost or there twice', async () => {
    const { banks, ids } = opened()
    const pages = await lastValueFrom(banks.pages({ limit: 1 }).pipe(toArray()))
    const groups = pages.map(({ resources }) =>
      resources.map(({ country_code, parent_banks }) => [country_code, parent_banks.map(({ name }) => name)]),
    )
    expect([groups.length, new Set(groups.map((group) => JSON.stringify(group))).size < 60]).toEqual([60, true])
    const one = await ids(1, 1)
    expect([one.length, new Set(one).size]).toEqual([60, 60])
    expect([...(await ids(500))].sort()).toEqual([...one].sort())
    const trees = [await lastValueFrom(banks.tree({ limit: 1 })), await lastValueFrom(banks.tree())]
    expect(trees[0]).toEqual(trees[1])
  })

  it('requests what take needs, by leaves and not by rows', async () => {
    const { banks } = opened()
    await lastValueFrom(banks.all({ limit: 20 }).pipe(take(20)))
    expect(requests()).toBe(1)
    await lastValueFrom(banks.all({ limit: 20 }).pipe(take(21)))
    expect(requests()).toBe(1 + 2)
  })

  it('a page in the middle that fails for a while is asked for again, alone', async () => {
    const { ids, retried } = opened()
    const whole = await ids(10)
    const before = requests()
    sandbox().faults.add({ kind: 'server-error', on: fromPage(3), times: 2 })
    expect(await ids(10)).toEqual(whole)
    expect([requests() - before, retried.length]).toEqual([6 + 2, 2])
  })

  it('a page in the middle that fails for good is an error, after what is before it', async () => {
    const { banks } = opened()
    sandbox().faults.add({ kind: 'truncated', on: fromPage(2), times: Infinity })
    const seen: Array<number> = []
    const broken = banks.all({ limit: 10 }).pipe(tap(({ id }) => seen.push(id)))
    await expect(lastValueFrom(broken)).rejects.toMatchObject({ page: { value: 2 } })
    expect(seen).toHaveLength(10)
  })

  it('a list that shifts while it is read gives no bank twice', async () => {
    const { banks, ids } = opened()
    const whole = await ids(500)
    sandbox().faults.add({ kind: 'rows-repeated', count: 3, times: Infinity })
    const pages = await lastValueFrom(banks.pages({ limit: 10 }).pipe(toArray()))
    const rows = pages.flatMap(({ resources }) =>
      resources.flatMap(({ parent_banks }) => parent_banks.flatMap(({ banks: inGroup }) => inGroup)),
    )
    expect(rows.length).toBeGreaterThan(60)
    expect([...(await ids(10))].sort()).toEqual([...whole].sort())
  })
})
