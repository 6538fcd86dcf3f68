import fc from 'fast-check'
import { getOrElse, some } from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { asyncScheduler, defer, map, NEVER, type Observable, of, take, throwError } from 'rxjs'
import type { Clock } from '../../../lib/base/clock/Clock.js'
import { delay } from '../../../lib/base/clock/delay.js'
import { systemClock } from '../../../lib/base/clock/systemClock.js'
import { createVirtualClock } from '../../../lib/base/clock/virtualClock.js'
import type { DecodeError } from '../../../lib/base/error/DecodeError.js'
import { NetworkError } from '../../../lib/base/error/NetworkError.js'
import type { Http } from '../../../lib/http/Http.js'
import type { HttpRequest } from '../../../lib/http/HttpRequest.js'
import type { HttpResponse } from '../../../lib/http/HttpResponse.js'
import { retry } from '../../../lib/http/policies/retry.js'
import type { PagesConfig } from '../../../lib/streams/pages/pages.js'
import { connectionOver } from '../../helpers/connection.js'
import { all, pages } from '../../helpers/interpreters.js'
import { book, listServer, outcome, pageAsked, type Row, rows, transports } from '../../helpers/lists.js'
import { marbles } from '../../helpers/marbles.js'
import { json, page } from '../../helpers/responses.js'

/** Three pages of one row; what is no page; and pages whose links lead nowhere. */
const answers = {
  a: page([{ id: 1 }], '/v2/rows?after=2'),
  b: page([{ id: 2 }], '/v2/rows?after=3'),
  c: page([{ id: 3 }]),
  broken: page([{ id: 'x' }], '/v2/rows?after=2'),
  text: { status: 200, headers: {}, body: '{"resources":[{"id":1}],"pagination":{"next_uri":"/v2/rows?after=2"' },
  foreign: page([{ id: 1 }], 'https://elsewhere.example/v2/rows?after=2'),
  loop: page([{ id: 1 }], '/v2/rows'),
}

const lost = new NetworkError({
  operation: 'rows.list',
  page: some(2),
  origin: 'https://bank.example',
  code: some('X'),
})

const numberOf = ({ page: number }: HttpRequest): number => getOrElse(() => 0)(number)

/** What happens while a list is read one page ahead, on the clock of the system, which is virtual here. */
const reading = (
  places: ReadonlyArray<Observable<HttpResponse>>,
  config: PagesConfig<Row> = {},
  { clock = systemClock, onAsk = () => undefined }: { clock?: Clock; onAsk?: (number: number) => void } = {},
) => {
  const log: Array<string> = []
  const http: Http = (request) =>
    defer(() => {
      const number = numberOf(request)
      log.push(`ask ${String(number)}`)
      onAsk(number)
      return places[number - 1] ?? NEVER
    })
  const resource = new t.Type<Row, Row>(
    'row',
    rows.resource.is,
    (u, context) => {
      log.push(`decode ${String((u as Row).id)}`)
      return rows.resource.validate(u, context)
    },
    t.identity,
  )
  const read = pages(connectionOver(http, { clock }))({ ...rows, resource }, { prefetch: 1, ...config }).pipe(
    map(({ number }) => {
      log.push(`page ${String(number)}`)
      return String(number)
    }),
  )
  return { log, read }
}

describe('pages with prefetch: 1', () => {
  it('requests the next page before it decodes and emits one', () => {
    marbles(({ cold, expectObservable, expectSubscriptions, flush }) => {
      const one = cold('  --(a|)', answers)
      const two = cold('    --(b|)', answers)
      const three = cold('    --(c|)', answers)
      const { log, read } = reading([one, two, three])
      expectObservable(read).toBe('                  --1-2-(3|)')
      expectSubscriptions(one.subscriptions).toBe('  ^-!')
      expectSubscriptions(two.subscriptions).toBe('  --^-!')
      expectSubscriptions(three.subscriptions).toBe('----^-!')
      flush()
      const turns = ['ask 1', 'ask 2', 'decode 1', 'page 1', 'ask 3', 'decode 2', 'page 2', 'decode 3', 'page 3']
      expect(log).toEqual(turns)
    })
  })

  it('requests the page after that when the consumer is done, though the next one is there', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions, flush }) => {
      const one = cold('  --(a|)', answers)
      const two = cold('    --(b|)', answers)
      const three = cold('            --(c|)', answers)
      const { log, read } = reading([one, two, three], { pace: () => delay(clock, 10) })
      expectObservable(read).toBe('                  --1 9ms 2 9ms 3 9ms |')
      expectSubscriptions(two.subscriptions).toBe('  --^-!')
      expectSubscriptions(three.subscriptions).toBe('-- 10ms ^-!')
      flush()
      expect(log.slice(-5)).toEqual(['ask 3', 'decode 2', 'page 2', 'decode 3', 'page 3'])
    })
  })

  /** What happens until page 1 is emitted, with the event loop's turn that comes after its request. */
  const untilFirst = (config: PagesConfig<Row>, clock?: Clock) => {
    const seen: Array<string> = []
    marbles(({ cold, flush, ...helpers }) => {
      const { log, read } = reading([cold('(a|)', answers), cold('(b|)', answers)], config, {
        clock: clock ?? helpers.clock,
        onAsk: (number) => {
          if (number === 2) asyncScheduler.schedule(() => log.push('event loop'))
        },
      })
      read.pipe(take(2)).subscribe()
      flush()
      seen.push(...log)
    })
    return seen.slice(0, seen.indexOf('page 2'))
  }

  it('lets the event loop have a turn after the request and before it decodes', () => {
    expect(untilFirst({}, systemClock).slice(0, 5)).toEqual(['ask 1', 'ask 2', 'event loop', 'decode 1', 'page 1'])
  })

  it('waits for no turn of an event loop that its clock does not have', () => {
    expect(untilFirst({}).slice(0, 4)).toEqual(['ask 1', 'ask 2', 'decode 1', 'page 1'])
  })

  it('waits for no turn after the last page', () => {
    const { log, read } = reading([of(answers.c)])
    read.subscribe()
    expect(log).toEqual(['ask 1', 'decode 3', 'page 1'])
  })

  it('waits for no turn with prefetch: 0', () => {
    const { log, read } = reading([of(answers.a), of(answers.c)], { prefetch: 0 })
    read.subscribe()
    expect(log).toEqual(['ask 1', 'decode 1', 'page 1', 'ask 2', 'decode 3', 'page 2'])
  })

  it('aborts the request, and decodes nothing, when it is unsubscribed in that turn', () => {
    marbles(({ cold, expectSubscriptions, flush }) => {
      const one = cold('--(a|)', answers)
      const two = cold('--(b|)', answers)
      const { log, read } = reading(
        [one, two],
        {},
        {
          onAsk: (number) => {
            if (number === 2) asyncScheduler.schedule(() => subscription.unsubscribe())
          },
        },
      )
      const subscription = read.subscribe()
      expectSubscriptions(two.subscriptions).toBe('--(^!)')
      flush()
      expect(log).toEqual(['ask 1', 'ask 2'])
    })
  })

  it('aborts the one page that take(1) did not need', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const two = cold('--(b|)', answers)
      expectObservable(reading([cold('--(a|)', answers), two]).read.pipe(take(1))).toBe('--(1|)')
      expectSubscriptions(two.subscriptions).toBe('--(^!)')
    })
  })

  it('errors with a page that cannot be decoded, and aborts the next one', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const two = cold('---(b|)', answers)
      const { read } = reading([cold('--(a|)', { a: answers.broken }), two])
      const error = { _tag: 'DecodeError', page: some(1), issues: [{ path: '/resources/0/id', expected: 'number' }] }
      expectObservable(read).toBe('--#', undefined, expect.objectContaining(error))
      expectSubscriptions(two.subscriptions).toBe('--(^!)')
    })
  })

  it('errors with a page that cannot be decoded, though the next one has failed by then', () => {
    marbles(({ cold, expectObservable }) => {
      const { read } = reading([cold('--(a|)', { a: answers.broken }), throwError(() => lost)])
      expectObservable(read).toBe('--#', undefined, expect.objectContaining({ _tag: 'DecodeError', page: some(1) }))
    })
  })

  it('emits a page before the error of the next one, which failed by then', () => {
    marbles(({ cold, expectObservable }) => {
      expectObservable(reading([cold('--(a|)', answers), throwError(() => lost)]).read).toBe('--(1#)', undefined, lost)
    })
  })

  it('requests nothing by the links of what is no JSON', () => {
    marbles(({ cold, expectObservable, flush }) => {
      const { log, read } = reading([cold('--(a|)', { a: answers.text })])
      expectObservable(read).toBe(
        '--#',
        undefined,
        expect.objectContaining({ _tag: 'DecodeError', reason: 'not-json' }),
      )
      flush()
      expect(log).toEqual(['ask 1'])
    })
  })

  it.each([
    [null, ''],
    [7, ''],
    ['/v2/rows?after=2', ''],
    [[], ''],
    [{ resources: null }, '/resources'],
    [{ resources: [], pagination: 7 }, '/pagination'],
    [{ resources: [], pagination: { next_uri: 7 } }, '/pagination/next_uri'],
    [{ resources: [], pagination: { next_uri: ['/v2/rows?after=2'] } }, '/pagination/next_uri'],
    [{ resources: {}, pagination: { next_uri: { href: '/v2/rows?after=2' } } }, '/resources'],
  ])('requests nothing by the links of %j, which is no page', async (body, path) => {
    const server = listServer(() => json(body))
    const { error } = await outcome(pages(connectionOver(server.http))(rows, { prefetch: 1 }))
    expect(error).toMatchObject({ _tag: 'DecodeError', reason: 'shape', page: some(1) })
    expect((error as DecodeError).issues.map((issue) => issue.path)).toContain(path)
    expect(server.requests).toHaveLength(1)
  })

  it.each([
    ['leaves the service', answers.foreign, {}, 'foreign-address'],
    ['leads back', answers.loop, {}, 'loop'],
    ['is one too many', answers.a, { maxPages: 1 }, 'too-many-pages'],
  ] as const)('emits the page whose link %s, then errors, and requests nothing', (_, answer, config, reason) => {
    marbles(({ cold, expectObservable, flush }) => {
      const { log, read } = reading([cold('--(a|)', { a: answer })], config)
      const error = expect.objectContaining({ _tag: 'PagingError', reason, page: some(2) })
      expectObservable(read).toBe('--(1#)', undefined, error)
      flush()
      expect(log).toEqual(['ask 1', 'decode 1', 'page 1'])
    })
  })

  it('asks again for the page ahead alone, while the one before it is with its consumer', () => {
    marbles(({ cold, clock, expectObservable, expectSubscriptions }) => {
      const one = cold('    --(a|)', answers)
      const failing = cold('  -#', answers, lost)
      const mended = cold('              -(b|)', answers)
      const three = cold('                    --(c|)', answers)
      const turns = [failing, mended]
      const places = [one, defer(() => turns.shift() ?? NEVER), three]
      const connection = connectionOver((request) => places[numberOf(request) - 1] ?? NEVER, { clock: systemClock })
      const http = retry(clock, () => 1, connection.emit, { count: 4, minDelay: 10, maxDelay: 1_000 })(connection.http)
      const read = pages({ ...connection, http })(rows, { prefetch: 1, pace: () => delay(clock, 20) })
      expectObservable(read.pipe(map(({ number }) => String(number)))).toBe('--1 19ms 2 19ms 3 19ms |')
      expectSubscriptions(one.subscriptions).toBe('    ^-!')
      expectSubscriptions(failing.subscriptions).toBe('--^!')
      expectSubscriptions(mended.subscriptions).toBe(' --- 10ms ^!')
      expectSubscriptions(three.subscriptions).toBe('  -- 20ms ^-!')
    })
  })
})

/** What the server answers with a page: the page, or one that something is wrong with. */
type Fault = 'none' | 'row' | 'rows' | 'link' | 'text' | 'foreign' | 'loop' | 'refused'

const faults = fc.constantFrom<Fault>(
  'none',
  'none',
  'none',
  'row',
  'rows',
  'link',
  'text',
  'foreign',
  'loop',
  'refused',
)

const spoilt = (good: HttpResponse, fault: Fault): HttpResponse | Error => {
  const body = JSON.parse(good.body) as { resources: unknown; pagination: { next_uri: unknown } }
  switch (fault) {
    case 'none':
      return good
    case 'row':
      return json({ ...body, resources: [{ id: 'x' }] })
    case 'rows':
      return json({ ...body, resources: null })
    case 'link':
      return json({ ...body, pagination: { next_uri: 7 } })
    case 'text':
      return { ...good, body: good.body.slice(0, -1) }
    case 'foreign':
      return json({ ...body, pagination: { next_uri: 'https://elsewhere.example/v2/rows' } })
    case 'loop':
      return json({ ...body, pagination: { next_uri: '/v2/rows' } })
    case 'refused':
      return lost
  }
}

describe.each(transports)('reading ahead, over a transport that is $transport', ({ delivery }) => {
  const read = async (list: ReadonlyArray<readonly [number, Fault]>, clock: Clock, config: PagesConfig<Row>) => {
    const good = book(list.map(([size]) => size))
    const server = listServer((request) => spoilt(good(request), list[pageAsked(request) - 1]?.[1] ?? 'none'), delivery)
    const { values, error } = await outcome(all(connectionOver(server.http, { clock }))(rows, config))
    return { values, error, asked: server.requests.map(pageAsked) }
  }

  it('gives what is given without it, whatever is wrong with a page, for one request more at most', async () => {
    const lists = fc.array(fc.tuple(fc.nat(3), faults), { minLength: 1, maxLength: 8 })
    const maxPages = fc.integer({ min: 1, max: 8 })
    await fc.assert(
      fc.asyncProperty(
        lists,
        maxPages,
        fc.constantFrom(systemClock, createVirtualClock()),
        async (list, most, clock) => {
          const plain = await read(list, clock, { maxPages: most })
          const ahead = await read(list, clock, { maxPages: most, prefetch: 1 })
          expect([ahead.values, ahead.error]).toEqual([plain.values, plain.error])
          expect(ahead.asked.slice(0, plain.asked.length)).toEqual(plain.asked)
          expect(ahead.asked.length - plain.asked.length).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  it.each([0, 1] as const)('parses each page once, with prefetch: %d', async (prefetch) => {
    const server = listServer(book([1, 2, 3]), delivery)
    const parse = jest.spyOn(JSON, 'parse')
    await outcome(all(connectionOver(server.http, { clock: systemClock }))(rows, { prefetch }))
    expect(parse).toHaveBeenCalledTimes(3)
    parse.mockRestore()
  })
})
