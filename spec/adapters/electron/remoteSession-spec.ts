import { once } from 'node:events'
import {
  BehaviorSubject,
  defer,
  EMPTY,
  lastValueFrom,
  NEVER,
  type Observable,
  of,
  Subject,
  Subscription,
  take,
} from 'rxjs'
import { connectStreams } from '../../../lib/adapters/electron/connectStreams.js'
import { exposeStreams } from '../../../lib/adapters/electron/exposeStreams.js'
import type { PortLike } from '../../../lib/adapters/electron/Port.js'
import type { NavigateCommand } from '../../../lib/streams/pages/navigate.js'
import { channel, closePorts, settled } from '../../helpers/electron.js'
import { stubClient } from '../../helpers/stubClient.js'

let open = new Subscription()

afterEach(() => {
  open.unsubscribe()
  open = new Subscription()
  closePorts()
})

const page = { resources: [{ id: 1 }], next: null, previous: null, number: 1 }

/** A renderer whose main process says what the spec says. */
const setup = () => {
  const { main, renderer } = channel()
  const heard: Array<{ readonly _tag: string }> = []
  main.on('message', ({ data }: { readonly data: { readonly _tag: string } }) => heard.push(data))
  main.start()
  const client = connectStreams(renderer)
  const seen: Array<unknown> = []
  const listen = (stream: Observable<unknown>): void => {
    open.add(
      stream.subscribe({
        next: (value) => seen.push(value),
        error: (error: unknown) => seen.push(error),
        complete: () => seen.push('complete'),
      }),
    )
  }
  const say = async (...messages: ReadonlyArray<unknown>) => {
    for (const message of messages) main.postMessage(message)
    await settled()
  }
  return { main, heard, client, seen, listen, say }
}

const lost = { _tag: 'NetworkError', origin: 'electron:main', code: { value: 'PortClosed' } }

describe('a renderer', () => {
  it('takes no response for another, and none that was not asked for', async () => {
    const { client, listen, seen, say } = setup()
    listen(client.user().stocks.get(7))
    await say(
      { _tag: 'Hello', version: 1 },
      { _tag: 'Next', id: 2, value: 'of nobody' },
      { _tag: 'Error', id: 2, error: {} },
      { _tag: 'Complete', id: 9 },
      { _tag: 'Next', id: 1, value: { id: 7 } },
      { _tag: 'Complete', id: 1 },
      { _tag: 'Next', id: 1, value: 'too late' },
    )
    expect(seen).toEqual([{ id: 7 }, 'complete'])
  })

  it('takes pages one by one, events sixteen at a time', async () => {
    const { client, listen, heard, say } = setup()
    listen(client.banks.pages())
    listen(client.events$)
    await say({ _tag: 'Next', id: 1, value: page })
    const event = { _tag: 'Next', id: 2, value: { _tag: 'Requested', operation: 'x', time: new Date(0) } }
    await say(...Array.from({ length: 33 }, () => event))
    expect(heard.filter(({ _tag }) => _tag === 'Acknowledge')).toEqual([
      { _tag: 'Acknowledge', id: 1, count: 1 },
      { _tag: 'Acknowledge', id: 2, count: 16 },
      { _tag: 'Acknowledge', id: 2, count: 16 },
    ])
  })

  const strange: ReadonlyArray<readonly [string, unknown]> = [
    ['no message', undefined],
    ['a text', 'Next'],
    ['an unknown tag', { _tag: 'Eval' }],
    ['a tag of the prototype', { _tag: '__proto__' }],
    ['an id that is none', { _tag: 'Next', id: '1', value: 1 }],
    ['a field too many', { _tag: 'Complete', id: 1, more: 1 }],
    ['an unknown refusal', { _tag: 'Refused', reason: 'no' }],
  ]

  it.each(strange)('ends all and closes the port on %s', async (_, message) => {
    const { client, listen, seen, say, main } = setup()
    const closed = once(main, 'close')
    listen(client.banks.pages())
    listen(client.user().items.refreshStatus(1))
    await say({ _tag: 'Hello', version: 1 }, message)
    await closed
    expect(seen).toMatchObject([
      { _tag: 'DecodeError', operation: 'banks.pages' },
      { _tag: 'DecodeError', operation: 'refreshStatus' },
    ])
  })

  const values: ReadonlyArray<
    readonly [string, (client: ReturnType<typeof connectStreams>) => Observable<unknown>, unknown]
  > = [
    ['a page', ({ banks }) => banks.pages(), { ...page, resources: 'x' }],
    ['a page that is null', ({ banks }) => banks.all(), null],
    ['a handle', ({ banks }) => banks.pages(), { ...page, next: 'x' }],
    ['what is shown', ({ banks }) => banks.navigate(NEVER), { page, error: { _tag: 'Unheard' } }],
    ['a batch', (client) => client.user().stocks.watchUpdated(), { resources: [], rejected: [], checkpoint: 'x' }],
    [
      'a rejected row',
      (client) => client.user().stocks.watchUpdated(),
      { resources: [], rejected: [1], checkpoint: null },
    ],
    ['an event', ({ events$ }) => events$, { time: 1 }],
    ['an error of an event', ({ events$ }) => events$, { _tag: 'Retried', error: { _tag: 'Some', value: 1 } }],
    ['a URL', (client) => client.user().bankForm.url(), 1],
  ]

  it.each(values)('fails on %s that is none, and lets main go', async (_, stream, value) => {
    const { client, listen, seen, say, heard } = setup()
    listen(stream(client))
    await say({ _tag: 'Hello', version: 1 }, { _tag: 'Next', id: 1, value })
    expect(seen).toMatchObject([{ _tag: 'DecodeError', reason: 'shape' }])
    expect(heard.at(-1)).toEqual({ _tag: 'Unsubscribe', id: 1 })
  })

  it('rebuilds errors, and says of others what they were called', async () => {
    const { client, listen, seen, say } = setup()
    for (let i = 0; i < 3; i++) listen(client.user().stocks.get(1))
    const error = { _tag: 'TimeoutError', operation: 'stocks.get', page: null, timeout: 5, message: 'm' }
    await say(
      { _tag: 'Error', id: 1, error },
      { _tag: 'Error', id: 2, error: { name: 'RangeError', message: 'far' } },
      { _tag: 'Error', id: 3, error: 7 },
    )
    expect(seen).toMatchObject([
      { _tag: 'TimeoutError', name: 'TimeoutError', timeout: 5 },
      { name: 'RemoteError', remoteName: 'RangeError', message: 'far' },
      { name: 'RemoteError', remoteName: 'Error' },
    ])
    expect(seen.every((failure) => failure instanceof Error)).toBe(true)
  })

  it.each([
    [{ _tag: 'Hello', version: 2 }, 'same version'],
    [{ _tag: 'Refused', reason: 'version' }, 'same version'],
    [{ _tag: 'Refused', reason: 'message' }, 'to decode the messages'],
    [{ _tag: 'Refused', reason: 'ports' }, 'maximum number'],
    [{ _tag: 'Refused', reason: 'sender' }, 'accepts'],
  ])('says why it is not served: %j', async (message, words) => {
    const { client, listen, seen, say } = setup()
    listen(client.banks.pages())
    await say(message)
    listen(client.banks.pages())
    const refused = { _tag: 'ConfigError', issues: [{ path: '/port', expected: expect.stringContaining(words) }] }
    expect(seen).toMatchObject([refused, refused])
  })

  it('sends commands as texts, and their end', async () => {
    const { client, listen, heard, say } = setup()
    const commands$ = new Subject<NavigateCommand>()
    listen(client.banks.navigate(commands$))
    commands$.next('next')
    commands$.next((() => 1) as never)
    commands$.complete()
    await say()
    expect(heard.slice(2)).toEqual([
      { _tag: 'Input', id: 1, value: 'next' },
      { _tag: 'Input', id: 1, value: null },
      { _tag: 'InputEnd', id: 1 },
    ])
  })

  it('sends what no port carries as null, for main to refuse', async () => {
    const { client, listen, heard, say } = setup()
    listen(client.user().stocks.watchUpdated({ store: {}, since: new Date(1), every: 100 } as never))
    listen(client.user().stocks.get(Symbol('x') as never))
    listen(
      client
        .user()
        .transactions.updated({ since: {} } as never)
        .pages(),
    )
    await say()
    expect(heard.slice(1)).toMatchObject([
      { settings: { store: null, since: new Date(1), every: 100 } },
      { subject: null },
      { list: 'transactions.updated', updated: { since: null } },
    ])
  })

  const wrong: ReadonlyArray<
    readonly [string, (client: ReturnType<typeof connectStreams>) => Observable<unknown>, string]
  > = [
    ['pace', ({ banks }) => banks.pages({ pace: 1 as never }), '/pace'],
    ['pace of all', ({ banks }) => banks.all({ pace: {} as never }), '/pace'],
    ['options', ({ banks }) => banks.pages(null as never), 'config'],
    ['commands', ({ banks }) => banks.navigate([] as never), '/commands$'],
    ['until', (client) => client.user().items.watchRefresh(1, { until: 'x' as never }), '/until'],
    ['trigger', (client) => client.user().stocks.watchUpdated({ trigger$: 1 as never }), '/trigger$'],
  ]

  it.each(wrong)('refuses %s that is none without a word to main', async (_, stream) => {
    const { client, listen, seen, heard, say } = setup()
    listen(stream(client))
    await say()
    expect(seen).toMatchObject([{ _tag: 'ConfigError' }])
    expect(heard.filter(({ _tag }) => _tag !== 'Hello')).toEqual([])
  })

  it('takes no identity, and no port that is none', () => {
    const { client } = setup()
    expect(() => (client.user as (identity: unknown) => unknown)({ externalUserId: 'A6J' })).toThrow(
      /main process chooses/,
    )
    expect(() => connectStreams(5 as never)).toThrow(/port/)
    expect(() => connectStreams({ postMessage: 1 } as never)).toThrow(/port/)
  })
})

describe('ports of a renderer', () => {
  /** Ports of a main process, as they are asked for. */
  const ports = () => {
    const exposed = exposeStreams(stubClient({}).client)
    const opened: Array<ReturnType<typeof channel>> = []
    const port$ = defer((): Observable<PortLike> => {
      const made = channel()
      opened.push(made)
      exposed.connect(made.main)
      return of(made.renderer)
    })
    return { port$, opened }
  }

  const failures = (stream: Observable<unknown>): Array<unknown> => {
    const seen: Array<unknown> = []
    open.add(stream.subscribe({ error: (error: unknown) => seen.push(error) }))
    return seen
  }

  it('share one while it is open, and have another by subscribing again', async () => {
    const { port$, opened } = ports()
    const client = connectStreams(port$)
    const seen = [failures(client.banks.pages()), failures(client.events$)]
    await settled()
    expect(opened.length).toBe(1)
    opened[0]?.main.close()
    await settled()
    expect(seen).toMatchObject([[lost], [lost]])
    expect(failures(client.banks.pages())).toEqual([])
    expect(opened.length).toBe(2)
  })

  it('are waited for, by all together, and by nobody who has left', async () => {
    const { port$ } = ports()
    const port = await lastValueFrom(port$)
    const coming$ = new Subject<PortLike>()
    const client = connectStreams(coming$)
    const left = client.banks.pages().subscribe()
    const seen = failures(client.events$)
    left.unsubscribe()
    expect(coming$.observed).toBe(true)
    coming$.next(port)
    await settled()
    expect([seen, coming$.observed]).toEqual([[], false])
  })

  it('fail if none comes, if what comes is none, and with the error of their stream', async () => {
    await expect(lastValueFrom(connectStreams(EMPTY).events$)).rejects.toMatchObject(lost)
    const wrong$ = new BehaviorSubject({} as PortLike)
    await expect(lastValueFrom(connectStreams(wrong$).events$)).rejects.toMatchObject({ _tag: 'ConfigError' })
  })

  it('are closed for good if there is one alone', async () => {
    const { port$ } = ports()
    const port = await lastValueFrom(port$.pipe(take(1)))
    const client = connectStreams(port)
    const seen = failures(client.banks.pages())
    await settled()
    port.close()
    await settled()
    expect(seen).toMatchObject([lost])
    await expect(lastValueFrom(client.banks.pages())).rejects.toMatchObject(lost)
  })
})
