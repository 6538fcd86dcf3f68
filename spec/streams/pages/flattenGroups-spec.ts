import fc from 'fast-check'
import { isSome } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { firstValueFrom, identity, lastValueFrom, Subject, take, toArray } from 'rxjs'
import type { ListRequest } from '../../../lib/service/api/Request.js'
import { flattenGroupPages, flattenGroups } from '../../../lib/streams/pages/flattenGroups.js'
import type { PagesConfig } from '../../../lib/streams/pages/pages.js'
import { connectionOver } from '../../helpers/connection.js'
import { pages } from '../../helpers/interpreters.js'
import { type Delivery, ids, listServer, outcome, type Script, settled, transports } from '../../helpers/lists.js'
import { type CountryRow, countryRows, nestedServer, placed, type PlacedBank } from '../../helpers/nestedBanks.js'
import { json, page } from '../../helpers/responses.js'

const request: ListRequest<CountryRow> = {
  operation: 'banks.list',
  method: 'GET',
  path: '/v2/banks',
  access: 'public',
  resource: t.unknown as t.Type<unknown> as t.Type<CountryRow, unknown>,
}

type Leaf = CountryRow['parent_banks'][number]['banks'][number]

const inRow = ({ parent_banks }: CountryRow) => parent_banks.flatMap(({ banks }) => banks)

const idsOf = (rows: ReadonlyArray<{ readonly id: number }>) => rows.map(({ id }) => id)

const opened = (script: Script, delivery: Delivery = identity) => {
  const server = listServer(script, delivery)
  const connection = connectionOver(server.http)
  const read = (config: PagesConfig<Leaf> = {}) =>
    flattenGroups(
      () => connection,
      () => [request, config],
      inRow,
    )
  return { server, connection, read }
}

/** Banks in any order of countries and groups, some of them more than once. */
const lists: fc.Arbitrary<ReadonlyArray<PlacedBank>> = fc.array(
  fc
    .tuple(fc.integer({ min: 1, max: 30 }), fc.constantFrom('FR', 'DE'), fc.constantFrom('Demo', 'Other'))
    .map(([id, country, parent]) => placed(id, country, parent)),
  { maxLength: 40 },
)
const limits = fc.integer({ min: 1, max: 7 })
const prefetches = fc.constantFrom(0 as const, 1 as const)

/** The ids on each page, as they stand there. */
const cut = (banks: ReadonlyArray<PlacedBank>, limit: number): ReadonlyArray<ReadonlyArray<number>> =>
  Array.from({ length: Math.max(1, Math.ceil(banks.length / limit)) }, (_, index) =>
    idsOf(countryRows(banks.slice(index * limit, (index + 1) * limit)).flatMap(inRow)),
  )

describe.each(transports)('flattenGroups, over a transport that is $transport', ({ delivery }) => {
  it('gives each bank once, as the pages first have it, however they are cut', async () => {
    await fc.assert(
      fc.asyncProperty(lists, limits, prefetches, async (banks, limit, prefetch) => {
        const { server, read } = opened(nestedServer(banks), delivery)
        const { values, error } = await outcome(read({ limit, prefetch }))
        const expected = cut(banks, limit)
        expect([idsOf(values), error]).toEqual([Array.from(new Set(expected.flat())), undefined])
        expect(server.requests).toHaveLength(expected.length)
      }),
    )
  })

  it('requests no page that take does not need, to a subscriber and to a loop', async () => {
    await fc.assert(
      fc.asyncProperty(lists, limits, fc.integer({ min: 1, max: 20 }), async (banks, limit, count) => {
        const expected = cut(banks, limit)
        const once = Array.from(new Set(expected.flat())).slice(0, count)
        const enough = expected.findIndex((_, index) => new Set(expected.slice(0, index + 1).flat()).size >= count)
        const needed = enough < 0 ? expected.length : enough + 1

        const taken = opened(nestedServer(banks), delivery)
        expect(idsOf(await lastValueFrom(taken.read({ limit }).pipe(take(count), toArray())))).toEqual(once)
        expect(taken.server.requests).toHaveLength(needed)

        const looped = opened(nestedServer(banks), delivery)
        const seen: Array<number> = []
        for await (const { id } of looped.read({ limit })) if (seen.push(id) === count) break
        expect(seen).toEqual(once)
        expect(looped.server.requests).toHaveLength(needed)
      }),
    )
  })
})

describe('flattenGroups', () => {
  it('keeps the order, with a group that comes again on every page', async () => {
    const banks = [placed(9), placed(4), placed(7, 'DE'), placed(1), placed(2, 'DE'), placed(8)]
    const { read } = opened(nestedServer(banks))
    expect(idsOf((await outcome(read({ limit: 1 }))).values)).toEqual([9, 4, 7, 1, 2, 8])
  })

  it('takes the first of a bank that is there twice', async () => {
    const banks = [placed(1), { ...placed(2), name: 'first' }, { ...placed(2, 'DE'), name: 'again' }, placed(3)]
    const { read } = opened(nestedServer(banks))
    expect((await outcome(read({ limit: 2 }))).values.map(({ name }) => name)).toEqual(['Bank 1', 'first', 'Bank 3'])
  })

  it('forgets between runs', async () => {
    const { read } = opened(nestedServer([placed(1), placed(2)]))
    const banks = read()
    for (let run = 0; run < 2; run++) expect(idsOf((await outcome(banks)).values)).toEqual([1, 2])
  })

  it('continues after pages of nothing but empty groups', async () => {
    const empty = [
      { country_code: 'FR', parent_banks: [] },
      { country_code: 'DE', parent_banks: [{ banks: [] }] },
    ]
    const { server, read } = opened(({ url }) =>
      url.endsWith('last')
        ? page(countryRows([placed(1)]))
        : page(empty, url.endsWith('2') ? '/v2/banks?last' : '/v2/banks?2'),
    )
    expect(idsOf((await outcome(read())).values)).toEqual([1])
    expect(server.requests).toHaveLength(3)
  })

  it('keeps each of those that have no id', async () => {
    const rows = [{ banks: [{ name: 'a' }, { name: 'a' }] }, { banks: [{ id: null }] }]
    const { http } = listServer(() => page(rows))
    const own = { ...request, resource: t.type({ banks: t.array(t.unknown) }) }
    const read = flattenGroups(
      () => connectionOver(http),
      () => [own, {}],
      ({ banks }) => banks,
    )
    expect((await outcome(read)).values).toEqual([{ name: 'a' }, { name: 'a' }, { id: null }])
  })

  it('gives what is before a page that breaks, and its error', async () => {
    const serve = nestedServer(ids(1, 6).map((id) => placed(id)))
    const { server, read } = opened((asked) => (asked.url.includes('after=4') ? json({ resources: 3 }) : serve(asked)))
    const { values, error } = await outcome(read({ limit: 2 }))
    expect(idsOf(values)).toEqual([1, 2, 3, 4])
    expect(error).toMatchObject({ _tag: 'DecodeError', page: { value: 3 } })
    expect(server.requests).toHaveLength(3)
  })

  it('errors with what the function throws, and requests nothing more', async () => {
    const { server, connection } = opened(nestedServer([placed(1), placed(2)]))
    const broken = flattenGroups(
      () => connection,
      () => [request, { limit: 1 }],
      () => {
        throw new Error('no groups')
      },
    )
    await expect(lastValueFrom(broken)).rejects.toThrow('no groups')
    expect(server.requests).toHaveLength(1)
  })

  it('waits for the pace of a page, which is given the banks on it, before the next', async () => {
    const go$ = new Subject<void>()
    const paced: Array<ReadonlyArray<number>> = []
    const { server, read } = opened(nestedServer([placed(1), placed(2), placed(1), placed(3)]))
    const pace: PagesConfig<Leaf>['pace'] = ({ resources }) => {
      paced.push(idsOf(resources))
      return go$
    }
    const seen = firstValueFrom(read({ limit: 2, pace }).pipe(toArray()))
    await settled()
    expect([paced, server.requests.length]).toEqual([[[1, 2]], 1])
    go$.complete()
    expect([idsOf(await seen), paced]).toEqual([
      [1, 2, 3],
      [[1, 2], [3]],
    ])
  })

  it('aborts when nobody listens any more', () => {
    const { server, read } = opened(() => new Subject<never>())
    read().subscribe().unsubscribe()
    expect([server.requests.length, server.aborted()]).toEqual([1, 1])
  })
})

describe('flattenGroupPages', () => {
  it('gives the pages, with the banks in place of the groups', async () => {
    const banks = [placed(1), placed(2, 'DE'), placed(3), placed(2, 'DE')]
    const { connection } = opened(nestedServer(banks))
    const rows = await lastValueFrom(pages(connection)(request, { limit: 2 }).pipe(toArray()))
    const flattened = flattenGroupPages(
      () => connection,
      () => [request, { limit: 2 }],
      inRow,
    )
    const read = await flattened.toArray()
    expect(read.map(({ resources }) => idsOf(resources))).toEqual([[1, 2], [3]])
    expect(read.map(({ number, next, previous }) => [number, isSome(next), isSome(previous)])).toEqual(
      rows.map(({ number, next, previous }) => [number, isSome(next), isSome(previous)]),
    )
  })
})
