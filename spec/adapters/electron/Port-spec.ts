import { EventEmitter, once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { messages, type PortLike, portLike } from '../../../lib/adapters/electron/Port.js'
import { channel, closePorts, settled } from '../../helpers/electron.js'

afterEach(closePorts)

const kinds: ReadonlyArray<readonly [string, () => readonly [PortLike, PortLike]]> = [
  [
    'of the DOM and of worker_threads',
    () => {
      const { port1, port2 } = new MessageChannel()
      return [port1, port2]
    },
  ],
  [
    "of Electron's main process",
    () => {
      const { main, renderer } = channel()
      return [main, renderer]
    },
  ],
]

describe.each(kinds)('messages of a port %s', (_, open) => {
  it('come in order, those too that were posted before, and end with the other end', async () => {
    const [here, there] = open()
    there.postMessage(1)
    there.postMessage(2)
    const seen: Array<unknown> = []
    messages(here).subscribe({ next: (message) => seen.push(message), complete: () => seen.push('complete') })
    await settled()
    there.postMessage(3)
    there.close()
    await settled()
    expect(seen).toEqual([1, 2, 3, 'complete'])
  })

  it('come no more after unsubscribing, which closes the port', async () => {
    const [here, there] = open()
    const seen: Array<unknown> = []
    const ended: Array<string> = []
    messages(there).subscribe({ complete: () => ended.push('there') })
    const subscription = messages(here).subscribe((message) => seen.push(message))
    there.postMessage(1)
    await settled()
    subscription.unsubscribe()
    there.postMessage(2)
    await settled()
    expect([seen, ended]).toEqual([[1], ['there']])
  })
})

describe('messages', () => {
  it('leave no listener behind', async () => {
    const { main, renderer } = channel()
    const before = [main.listenerCount('message'), main.listenerCount('close')]
    messages(main).subscribe().unsubscribe()
    expect([main.listenerCount('message'), main.listenerCount('close')]).toEqual(before)
    renderer.start()
    await once(renderer, 'close')
  })

  it('end at one that cannot be read', () => {
    const target = new EventTarget()
    const ended: Array<string> = []
    const closed: Array<string> = []
    const port = Object.assign(target, {
      postMessage: () => undefined,
      start: () => undefined,
      close: () => closed.push('closed'),
    })
    messages(port as unknown as PortLike).subscribe({ complete: () => ended.push('complete') })
    target.dispatchEvent(new Event('messageerror'))
    expect([ended, closed]).toEqual([['complete'], ['closed']])
  })
})

describe('portLike', () => {
  it('knows a port from what is none', () => {
    const { port1 } = new MessageChannel()
    expect([port1, channel().main, new EventEmitter(), null, 'port'].map((u) => portLike.is(u))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    port1.close()
  })
})
