import { EventEmitter } from 'node:events'
import picocolors from 'picocolors'
import { type Observable, Subject } from 'rxjs'
import { dashboard } from '../../../lib/cli/demo/dashboard.js'
import { jsonView } from '../../../lib/cli/demo/demo.js'
import type { DemoEvent } from '../../../lib/cli/demo/DemoEvent.js'
import { withDemoState } from '../../../lib/cli/demo/withDemoState.js'
import type { Terminal } from '../../../lib/cli/fullScreen.js'
import { createVirtualClock, type VirtualClock } from '../../../lib/index.js'
import { at, wholeDemo } from '../../helpers/demoEvents.js'

const enter = '\x1b[?1049h'
const leave = '\x1b[?1049l'
const isFrame = (text: string): boolean => text.startsWith('\x1b[?2026h')

describe('dashboard', () => {
  let clock: VirtualClock
  let terminal: EventEmitter & { columns: number; rows: number }
  let writes: Array<string>
  let events: Subject<DemoEvent>
  let ends: Array<unknown>

  const frames = (): ReadonlyArray<string> => writes.filter(isFrame)
  const watch = (steps$: Observable<DemoEvent> = events) =>
    dashboard(
      terminal as unknown as Terminal,
      picocolors.createColors(false),
      clock,
    )(withDemoState(steps$)).subscribe({
      error: (error: unknown) => ends.push(error),
      complete: () => ends.push('complete'),
    })

  beforeEach(() => {
    clock = createVirtualClock({ start: at(0).getTime() })
    writes = []
    ends = []
    events = new Subject()
    terminal = Object.assign(new EventEmitter(), {
      columns: 80,
      rows: 24,
      write: (text: string) => writes.push(text) > 0,
    })
  })

  it('leaves the terminal alone until there is something to show', () => {
    const subscription = watch()
    clock.advance(5_000)
    expect(writes).toStrictEqual([])
    subscription.unsubscribe()
  })

  it('leaves the terminal alone when the demo cannot begin', () => {
    watch()
    events.error('no port')
    expect(ends).toStrictEqual(['no port'])
    expect(writes).toStrictEqual([])
  })

  it('draws a flood of events no more often than twelve times a second, and the last state for sure', () => {
    const subscription = watch()
    for (const event of wholeDemo) events.next(event)
    expect(frames()).toHaveLength(0)
    clock.advance(80)
    expect(frames()).toHaveLength(1)
    expect(frames()[0]).toContain('30,000 of 30,000')
    subscription.unsubscribe()
  })

  it('draws each second though nothing happens, for the time continues', () => {
    const subscription = watch()
    for (const event of wholeDemo) events.next(event)
    clock.advance(13_000)
    const left = frames().map((frame) => /#2 {2}(.*?) left/.exec(frame)?.[1])
    expect(left.slice(0, 3)).toStrictEqual(['27 s', '26 s', '25 s'])
    expect(frames()).toHaveLength(14)
    subscription.unsubscribe()
  })

  it('draws at once when the terminal changes its size', () => {
    const subscription = watch()
    for (const event of wholeDemo) events.next(event)
    clock.advance(100)
    const before = frames().length
    Object.assign(terminal, { columns: 40, rows: 15 })
    terminal.emit('resize')
    expect(frames()).toHaveLength(before + 1)
    expect(frames().at(-1)?.split('\r\n')).toHaveLength(15)
    subscription.unsubscribe()
  })

  it('gives the terminal back before it sums up, when the demo ends', () => {
    watch()
    for (const event of wholeDemo) events.next(event)
    events.complete()
    expect(ends).toStrictEqual(['complete'])
    expect(writes[0]).toContain(enter)
    expect(writes[1]).toContain(leave)
    expect(writes.slice(2).join('')).toMatch(/^rxbank demo ended after 12 s\n token {5}2 issued\n/)
    expect(clock.pending()).toBe(0)
    expect(terminal.listenerCount('resize')).toBe(0)
  })

  it('gives the terminal back when the demo fails, and sums nothing up', () => {
    watch()
    for (const event of wholeDemo) events.next(event)
    clock.advance(100)
    events.error('broken')
    expect(ends).toStrictEqual(['broken'])
    expect(writes.at(-1)).toContain(leave)
    expect(clock.pending()).toBe(0)
  })

  it('gives the terminal back when it is left', () => {
    const subscription = watch()
    for (const event of wholeDemo) events.next(event)
    subscription.unsubscribe()
    expect(writes.at(-1)).toContain(leave)
    expect(clock.pending()).toBe(0)
    expect(events.observed).toBe(false)
  })
})

describe('jsonLines', () => {
  it('writes a line for each event as it comes, and the summary when it ends', () => {
    const events = new Subject<DemoEvent>()
    const written: Array<string> = []
    jsonView((text) => written.push(text))(withDemoState(events)).subscribe()
    for (const [index, event] of wholeDemo.entries()) {
      events.next(event)
      expect(written).toHaveLength(index + 1)
    }
    events.complete()
    expect(written).toHaveLength(wholeDemo.length + 1)
    expect(written.every((line) => /^\{.*\}\n$/.test(line))).toBe(true)
    expect(JSON.parse(written.at(-1) ?? '')).toMatchObject({ type: 'Summary', tokens: 2 })
  })

  it('writes no summary of a demo that failed', () => {
    const events = new Subject<DemoEvent>()
    const written: Array<string> = []
    const errors: Array<unknown> = []
    jsonView((text) => written.push(text))(withDemoState(events)).subscribe({ error: (error) => errors.push(error) })
    events.error('broken')
    expect([written, errors]).toStrictEqual([[], ['broken']])
  })
})
