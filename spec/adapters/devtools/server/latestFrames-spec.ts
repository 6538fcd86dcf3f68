import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { latestFrames, stateFrame } from '../../../../lib/adapters/devtools/server/latestFrames.js'
import { marbles } from '../../../helpers/marbles.js'

/** A response that notes what is written and when, and is full while it is told to be. */
const response = (now: () => number) => {
  const written: Array<readonly [at: number, text: string]> = []
  const events = Object.assign(new EventEmitter(), {
    writableNeedDrain: false,
    write: (text: string) => written.push([now(), text]),
  })
  return { written, events, response: events as unknown as ServerResponse }
}

const frames = Object.fromEntries(Array.from('abcd', (name) => [name, stateFrame(name, { name })]))
const text = (name: string): string => `id: ${name}\ndata: {"name":"${name}"}\n\n`

describe('latestFrames', () => {
  it('sends the latest state a hundred milliseconds after the first, and no more than one in that time', () => {
    marbles(({ cold, flush, clock, expectSubscriptions }) => {
      const { written, response: to } = response(clock.monotonic)
      const source = cold('abc 200ms d 100ms |', frames)
      latestFrames(source, to, undefined, clock).subscribe()
      flush()
      expect(written).toStrictEqual([
        [100, text('c')],
        [303, text('d')],
      ])
      expectSubscriptions(source.subscriptions).toBe('^ 303ms !')
    })
  })

  it('leaves states out while the reader does not take the one before, and then sends the latest', () => {
    marbles(({ cold, flush, clock }) => {
      const { written, events, response: to } = response(clock.monotonic)
      latestFrames(cold('a 200ms b 200ms c 200ms d', frames), to, undefined, clock).subscribe()
      cold('150ms f 600ms d').subscribe((what) => {
        events.writableNeedDrain = what === 'f'
        if (what === 'd') events.emit('drain')
      })
      flush()
      expect(written).toStrictEqual([
        [100, text('a')],
        [751, text('d')],
      ])
    })
  })

  it('does not send again what the reader has', () => {
    marbles(({ cold, flush, clock }) => {
      const { written, response: to } = response(clock.monotonic)
      latestFrames(cold('b 500ms c', frames), to, 'b', clock).subscribe()
      flush()
      expect(written).toStrictEqual([[601, text('c')]])
    })
  })

  it('leaves nothing behind when it is unsubscribed from while the reader is slow', () => {
    marbles(({ cold, flush, clock, expectSubscriptions }) => {
      const { written, events, response: to } = response(clock.monotonic)
      events.writableNeedDrain = true
      const source = cold('a----', frames)
      const reading = latestFrames(source, to, undefined, clock).subscribe()
      cold('500ms x').subscribe(() => {
        expect(events.listenerCount('drain')).toBe(1)
        reading.unsubscribe()
      })
      flush()
      expect([events.listenerCount('drain'), written]).toStrictEqual([0, []])
      expectSubscriptions(source.subscriptions).toBe('^ 499ms !')
    })
  })
})

describe('stateFrame', () => {
  it('makes its text once, in one line whatever is in it', () => {
    let made = 0
    const frame = stateFrame('7', { toJSON: () => (made++, 'a\nid: 9\n\n') })
    expect([frame.text(), frame.text(), made]).toStrictEqual([
      ...Array<string>(2).fill('id: 7\ndata: "a\\nid: 9\\n\\n"\n\n'),
      1,
    ])
  })
})
