import fc from 'fast-check'
import { isNone, none, some } from 'fp-ts/lib/Option.js'
import { take, toArray } from 'rxjs'
import { StatusError } from '../../../lib/base/error/StatusError.js'
import type { PagesConfig } from '../../../lib/streams/pages/pages.js'
import { connectionOver } from '../../helpers/connection.js'
import { all, pages } from '../../helpers/interpreters.js'
import {
  book,
  ids,
  type ListServer,
  listServer,
  outcome,
  pageAsked,
  type Row,
  rows,
  transports,
} from '../../helpers/lists.js'

const refused = (number: number) =>
  new StatusError({
    operation: 'rows.list',
    page: some(number),
    status: 403,
    type: none,
    detail: none,
    retryAfter: none,
  })

interface List {
  readonly sizes: ReadonlyArray<number>
  /** The page that fails, if it is one of these. */
  readonly broken: number
}

/** Lists of pages of all sizes, empty ones among them, some of which break. */
const lists: fc.Arbitrary<List> = fc.record({
  sizes: fc.array(fc.nat(4), { minLength: 1, maxLength: 12 }),
  broken: fc.integer({ min: 1, max: 40 }),
})

const configs = fc.record({ prefetch: fc.constantFrom(0 as const, 1 as const), paced: fc.boolean() })

describe.each(transports)('reading a list, over a transport that is $transport', ({ delivery }) => {
  const opened = ({ sizes, broken }: List) => {
    const server = listServer(
      (request) => (pageAsked(request) === broken ? refused(broken) : book(sizes)(request)),
      delivery,
    )
    return { server, connection: connectionOver(server.http) }
  }

  /** What can be read of a list, and how many pages there are to ask for. */
  const readable = ({ sizes, broken }: List) => {
    const whole = broken > sizes.length
    const good = whole ? sizes : sizes.slice(0, broken - 1)
    const error = whole ? undefined : refused(broken)
    return {
      values: ids(
        1,
        good.reduce((sum, size) => sum + size, 0),
      ).map((id) => ({ id })),
      error,
      good,
      whole,
    }
  }

  const config = ({ prefetch, paced }: { readonly prefetch: 0 | 1; readonly paced: boolean }): PagesConfig<Row> => ({
    prefetch,
    ...(paced ? { pace: () => Promise.resolve() } : {}),
  })

  const each = (server: ListServer, count: number) => {
    expect(server.requests.map(pageAsked)).toEqual(ids(1, count))
  }

  it('gives each resource once, in order, then the end or the error of the page that broke', async () => {
    await fc.assert(
      fc.asyncProperty(lists, configs, async (list, given) => {
        const { server, connection } = opened(list)
        const { values, error, good, whole } = readable(list)
        expect(await outcome(all(connection)(rows, config(given)))).toEqual({ values, error })
        each(server, good.length + (whole ? 0 : 1))
      }),
    )
  })

  it('gives each page once, in order, with its number and its neighbours', async () => {
    await fc.assert(
      fc.asyncProperty(lists, configs, async (list, given) => {
        const { connection } = opened(list)
        const { good, error } = readable(list)
        const read = await outcome(pages(connection)(rows, config(given)))
        expect(read.error).toEqual(error)
        expect(read.values.map(({ number }) => number)).toEqual(ids(1, good.length))
        expect(read.values.map(({ resources }) => resources.length)).toEqual(good)
        expect(read.values.map(({ next }) => isNone(next))).toEqual(
          good.map((_, index) => index + 1 === list.sizes.length),
        )
        expect(read.values.map(({ previous }) => isNone(previous))).toEqual(good.map((_, index) => index === 0))
      }),
    )
  })

  it('gives a loop what it gives a subscriber', async () => {
    await fc.assert(
      fc.asyncProperty(lists, configs, async (list, given) => {
        const { server, connection } = opened(list)
        const { values, error, good, whole } = readable(list)
        const seen: Array<Row> = []
        const looped = async () => {
          for await (const row of all(connection)(rows, config(given))) seen.push(row)
        }
        expect(await looped().catch((caught: unknown) => caught)).toEqual(error)
        expect(seen).toEqual(values)
        each(server, good.length + (whole ? 0 : 1))
      }),
    )
  })

  /** Pages that must be asked for to have so many resources; all of them, if there are fewer. */
  const needed = ({ sizes }: List, count: number): number => {
    let sum = 0
    const last = sizes.findIndex((size) => (sum += size) >= count)
    return last < 0 ? sizes.length : last + 1
  }

  it('asks for the pages that take(n) needs and, with prefetch: 1, for one more at most', async () => {
    await fc.assert(
      fc.asyncProperty(lists, configs, fc.integer({ min: 1, max: 30 }), async ({ sizes }, given, count) => {
        const list = { sizes, broken: Infinity }
        const { server, connection } = opened(list)
        const taken = all(connection)(rows, config(given)).pipe(take(count), toArray())
        const { values } = await outcome(taken)
        expect(values).toEqual([readable(list).values.slice(0, count)])
        each(server, Math.min(needed(list, count) + given.prefetch, sizes.length))
      }),
    )
  })

  it('asks a loop that breaks off for the same pages', async () => {
    await fc.assert(
      fc.asyncProperty(lists, configs, fc.integer({ min: 1, max: 30 }), async ({ sizes }, given, count) => {
        const list = { sizes, broken: Infinity }
        const { server, connection } = opened(list)
        const seen: Array<Row> = []
        for await (const row of all(connection)(rows, config(given))) if (seen.push(row) === count) break
        expect(seen).toEqual(readable(list).values.slice(0, count))
        each(server, Math.min(needed(list, count) + given.prefetch, sizes.length))
      }),
    )
  })
})
