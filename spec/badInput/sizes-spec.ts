import { isRight, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { firstValueFrom, lastValueFrom, type Observable, of, take, tap } from 'rxjs'
import { createVirtualClock } from '../../lib/base/clock/virtualClock.js'
import { parseJson } from '../../lib/base/codec/parseJson.js'
import { finite, id, list, record } from '../../lib/codec.js'
import { type ClientConfig, createClient, isClientError, minorUnits, type Request } from '../../lib/index.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'

const token = `{"access_token":"T1","expires_at":"2099-01-01T00:00:00.000Z","user":{"uuid":"c2a26c9e-dc23-4f67-b887-bbae0f26c415"}}`

/** A client of a service that answers with this body, whatever is asked. */
const clientOf = (body: string, config: Partial<ClientConfig> = {}) =>
  createClient({
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'id',
    clientSecret: 'secret',
    clock: createVirtualClock(),
    http: ({ url }) => of({ status: 200, headers: {}, body: url.includes('/authenticate') ? token : body }),
    ...config,
  })

const rows = (...texts: ReadonlyArray<string>): string => `{"resources":[${texts.join()}]}`

const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

/** The error of a stream, if it is a client error; anything else is thrown. */
const failure = async (stream: Observable<unknown>) => {
  const outcome = await firstValueFrom(stream).then(
    () => 'a value',
    (error: unknown) => error,
  )
  if (!isClientError(outcome)) throw new Error('no client error', { cause: outcome })
  expect(outcome.message.length).toBeLessThan(5000)
  expect(JSON.stringify(outcome).length).toBeLessThan(5000)
  return outcome
}

const banksOf = async (body: string) => (await firstValueFrom(clientOf(body).banks.pages())).resources

const own = <A>(codec: t.Decoder<unknown, A>): Request<A> => ({
  operation: 'own.get',
  method: 'GET',
  path: '/v2/own',
  access: 'public',
  codec,
})

describe('numbers at their limits', () => {
  it.each([
    ['9007199254740991', 9007199254740991],
    ['"9007199254740991"', 9007199254740991],
    ['0', 0],
    ['1e3', 1000],
  ])('an id of %s is %d', async (text, value) => {
    expect(await banksOf(rows(`{"id":${text}}`))).toStrictEqual([{ id: value }])
  })

  it.each([
    '9007199254740992',
    '9007199254740993',
    '"9007199254740993"',
    '-1',
    '1.5',
    '1e400',
    '-1e400',
    '"1e3"',
    '"0x10"',
  ])('an id of %s is refused: it could be another’s', async (text) => {
    const error = await failure(clientOf(rows('{"id":1}', `{"id":${text}}`)).banks.pages())
    expect(error).toMatchObject({ _tag: 'DecodeError', issues: [{ path: '/resources/1/id', expected: 'id' }] })
  })

  const account = record('account', { id }, { balance: finite })
  const wrong = ['1e400', '-1e400', '"1"', 'true', '[]']

  it.each(wrong)('an amount of %s is refused by a codec that assumes no type', async (text) => {
    const client = clientOf(rows(`{"id":1,"balance":${text}}`), { codecs: { account } })
    const { accounts } = client.user({ externalUserId: 'A6J' })
    expect(await failure(accounts.pages())).toMatchObject({ issues: [{ path: '/resources/0/balance' }] })
  })

  it.each(wrong)(
    'an amount of %s is kept and told if its type is assumed, and none but a decimal is one to the functions of money',
    async (text) => {
      const client = clientOf(rows(`{"id":1,"balance":${text},"currency_code":"EUR"}`))
      const reported: Array<unknown> = []
      client.events$.subscribe((event) => event._tag === 'FieldMismatch' && reported.push([event.path, event.expected]))
      const { balance, currency_code } = await firstValueFrom(client.user({ externalUserId: 'A6J' }).accounts.all())
      expect([balance, reported]).toEqual([JSON.parse(text), [['/balance', 'number']]])
      expect(minorUnits(balance, currency_code)._tag).toBe(text === '"1"' ? 'Right' : 'Left')
    },
  )

  it.each(['-0', '5e-324', '1e-400', '1.7976931348623157e308', '0.1', '123456789012345678901234567890'])(
    'an amount of %s is what JavaScript reads',
    async (text) => {
      const { accounts } = clientOf(rows(`{"id":1,"balance":${text}}`)).user({ externalUserId: 'A6J' })
      expect((await firstValueFrom(accounts.all())).balance).toBe(Number(text))
    },
  )
})

describe('much of everything', () => {
  const many = (count: number, of: (n: number) => string): string =>
    Array.from({ length: count }, (_, n) => of(n)).join()

  it('keeps texts of 10 MB, lone surrogates and all', async () => {
    const [row] = await banksOf(rows(`{"id":1,"name":"\\ud800${'x'.repeat(10_000_000)}"}`))
    const name = row?.name as string
    expect([name.length, name.charCodeAt(0)]).toStrictEqual([10_000_001, 0xd800])
  })

  it('keeps 200,000 fields that it does not know', async () => {
    const [row] = await banksOf(rows(`{"id":"1",${many(200_000, (n) => `"k${String(n)}":1`)}}`))
    expect([row?.id, Object.keys(row ?? {}).length]).toStrictEqual([1, 200_001])
  })

  it('keeps 200,000 rows, and tells of as many wrong ones as of ten', async () => {
    expect(await banksOf(rows(many(200_000, (n) => `{"id":${String(n)}}`)))).toHaveLength(200_000)
    const error = await failure(clientOf(rows(many(200_000, () => '{}'))).banks.pages())
    expect(error).toMatchObject({ _tag: 'DecodeError', issues: { length: 10 } })
  })

  it.each<readonly [name: string, codec: t.Mixed, body: string]>([
    ['an array', t.array(t.type({ id })), `[${many(150_000, () => '{}')}]`],
    ['a dictionary', t.record(t.string, t.number), `{${many(150_000, (n) => `"k${String(n)}":"x"`)}}`],
    ['an intersection', t.intersection([t.array(id), list(t.string)]), `[${many(150_000, () => '{}')}]`],
  ])('is told in a few words by a plain codec of %s', async (_, codec, body) => {
    expect(await failure(clientOf(body).send(own(codec)))).toMatchObject({ _tag: 'DecodeError', reason: 'shape' })
  })

  it('refuses 10 MB if something else was expected, and shows none of it', async () => {
    const huge = '9'.repeat(10_000_000)
    for (const body of [rows(`{"id":"${huge}"}`), rows(`{"${huge}":1}`), `"${huge}"`, `{"resources":"${huge}"}`])
      expect(JSON.stringify(await failure(clientOf(body).banks.pages()))).not.toContain('999999999')
  })
})

interface Nest extends Array<Nest> {}

const nest: t.Type<Nest> = t.recursion('nest', (self) => t.array(self))

describe('deep nesting', () => {
  it('is kept if it is not looked at', async () => {
    const [row] = await banksOf(rows(`{"id":1,"more":${deep(100_000)}}`))
    expect(row?.id).toBe(1)
  })

  it.each([100_000, 1_000_000])('of %d brackets in the place of a page is a DecodeError', async (depth) => {
    const errorOf = (body: string) => failure(clientOf(body, { retry: { count: 0 } }).banks.pages())
    expect(await errorOf(deep(depth))).toMatchObject({ _tag: 'DecodeError', reason: 'shape' })
    expect(await errorOf(`${'['.repeat(depth)}}`)).toMatchObject({ _tag: 'DecodeError', reason: 'not-json' })
    expect(await errorOf(`${'{"a":'.repeat(depth)}]`)).toMatchObject({ _tag: 'DecodeError', reason: 'not-json' })
  })

  it.each(['[', '{"a":'])('of a million %s that do not end is a NetworkError: the answer was cut off', async (open) => {
    const client = clientOf(open.repeat(1_000_000), { retry: { count: 0 } })
    expect(await failure(client.banks.pages())).toMatchObject({ _tag: 'NetworkError' })
  })

  it('deeper than the stack of a recursive codec is a DecodeError', async () => {
    const client = clientOf(deep(100_000))
    const expected = {
      _tag: 'DecodeError',
      reason: 'shape',
      issues: [{ path: '', expected: 'nest (its codec threw)' }],
    }
    expect(await failure(client.send(own(nest)))).toMatchObject(expected)
    expect(await failure(client.user({ externalUserId: 'A6J' }).poll(own(nest)))).toMatchObject(expected)
  })

  it('of a row that a recursive codec reads is that row’s error', async () => {
    const stock = t.type({ id, more: nest })
    const body = rows('{"id":1,"more":[]}', `{"id":2,"more":${deep(3000)}}`)
    const read = (depth: number) => isRight(stock.decode({ id: 1, more: JSON.parse(deep(depth)) as unknown }))
    expect(read(10)).toBe(true)
    const { stocks } = clientOf(body, { codecs: { stock } }).user({ externalUserId: 'A6J' })
    const { resources } = await firstValueFrom(stocks.watchUpdated({ onInvalidRow: 'report' }))
    expect(resources[0]).toStrictEqual({ id: 1, more: [] })
  })
})

describe('deep nesting, watched', () => {
  it('comes with its row once, as any other does', async () => {
    const body = rows('{"id":1}', `{"id":2,"more":${deep(100_000)}}`)
    const clock = createVirtualClock()
    const { stocks } = clientOf(body, { clock }).user({ externalUserId: 'A6J' })
    const seen: Array<ReadonlyArray<number>> = []
    const watched$ = stocks.watchUpdated({ every: 1000 }).pipe(take(2))
    const ended = lastValueFrom(watched$.pipe(tap(({ resources }) => seen.push(resources.map((row) => row.id)))))
    clock.advance(2000)
    await ended
    expect(seen).toStrictEqual([[1, 2], []])
  })

  it('is no row if its codec cannot read when it was updated', async () => {
    const stock = t.type({ id, updated_at: nest })
    const body = rows(`{"id":1,"updated_at":${deep(100_000)}}`)
    const { stocks } = clientOf(body, { codecs: { stock } }).user({ externalUserId: 'A6J' })
    expect(await failure(stocks.watchUpdated())).toMatchObject({ _tag: 'DecodeError', reason: 'shape' })
  })
})

describe('a codec of one’s own that throws', () => {
  const brittle = new t.Type<unknown>(
    'brittle',
    (_): _ is unknown => false,
    () => {
      throw new Error('s3cr3t-canary')
    },
    t.identity,
  )

  it('is a DecodeError, without what it threw', async () => {
    const user = clientOf(rows('{"id":1}'), { codecs: { stock: brittle } }).user({ externalUserId: 'A6J' })
    for (const stream of [
      user.stocks.pages(),
      user.stocks.watchUpdated(),
      user.send(own(brittle)),
      user.poll(own(brittle)),
    ])
      expect(await failure(stream)).toMatchObject({ _tag: 'DecodeError', reason: 'shape' })
  })

  it('rejects the row alone, if rows are reported', async () => {
    const { stocks } = clientOf(rows('{"id":1}'), { codecs: { stock: brittle } }).user({ externalUserId: 'A6J' })
    const { rejected } = await firstValueFrom(stocks.watchUpdated({ onInvalidRow: 'report' }))
    expect(rejected).toStrictEqual([{ index: 0, issues: [{ path: '', expected: 'brittle (its codec threw)' }] }])
  })
})

describe('keys that mean something to JavaScript', () => {
  it('are data, and pollute nothing', async () => {
    const text =
      '{"id":1,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1,"updated_at":"2026-01-31T00:00:00.000Z"}'
    const { stocks } = clientOf(rows(text)).user({ externalUserId: 'A6J' })
    const [row] = [await firstValueFrom(stocks.all())] as unknown as ReadonlyArray<Record<string, unknown>>
    expect(Object.keys(row ?? {})).toStrictEqual(['id', '__proto__', 'constructor', 'toString', 'updated_at'])
    expect([Object.getPrototypeOf(row), 'polluted' in {}, row?.polluted]).toStrictEqual([
      Object.prototype,
      false,
      undefined,
    ])
  })

  it('stand in for no field, and for no page', async () => {
    expect(await failure(clientOf('{"__proto__":{"resources":[]}}').banks.pages())).toMatchObject({
      _tag: 'DecodeError',
    })
    expect(await failure(clientOf(rows('{"__proto__":{"id":1}}')).banks.pages())).toMatchObject({ _tag: 'DecodeError' })
    expect(parseJson('{"__proto__":1}')).toStrictEqual(right(JSON.parse('{"__proto__":1}')))
  })
})
