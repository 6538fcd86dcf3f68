import { EventEmitter } from 'node:events'
import * as t from 'io-ts'
import { defer, merge, of } from 'rxjs'
import { onlineWakeUps, powerActivity, powerWakeUps } from '../../../lib/electron.js'
import { createClient, createVirtualClock } from '../../../lib/index.js'
import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import { lastingToken } from '../../helpers/scripted.js'
import { insights } from '../../helpers/world.js'

const listeners = (emitter: EventEmitter): number =>
  emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0)

const wrong = [undefined, null, {}, 'powerMonitor', () => undefined, { on: () => undefined }, { off: () => undefined }]

describe('powerWakeUps', () => {
  it('tells that the machine woke up, was unlocked or plugged in', () => {
    const powerMonitor = new EventEmitter()
    const heard: Array<string> = []
    powerWakeUps(powerMonitor).subscribe((event) => heard.push(event))
    for (const event of ['suspend', 'lock-screen', 'on-battery', 'shutdown', 'resume', 'unlock-screen', 'on-ac'])
      powerMonitor.emit(event)
    expect(heard).toEqual(['resume', 'unlock-screen', 'on-ac'])
  })

  it('listens once for all, and only while it is subscribed to', () => {
    const powerMonitor = new EventEmitter()
    const wakes$ = powerWakeUps(powerMonitor)
    expect(listeners(powerMonitor)).toBe(0)
    const all = [wakes$.subscribe(), wakes$.subscribe()]
    expect(listeners(powerMonitor)).toBe(3)
    for (const each of all) each.unsubscribe()
    expect(listeners(powerMonitor)).toBe(0)
  })

  it.each(wrong)('takes no %p for a powerMonitor', (powerMonitor) => {
    const expected = 'wrong configuration: powerMonitor: expected powerMonitor of Electron, with on and off'
    expect(() => powerWakeUps(powerMonitor as never)).toThrow(expected)
    expect(() => powerActivity(powerMonitor as never)).toThrow(expected)
  })

  it('ends a wait whose end has passed in a sleep, once, together with a page that is online again', () => {
    const [powerMonitor, ipcMain] = [new EventEmitter(), new EventEmitter()]
    const virtual = createVirtualClock()
    const clock = { ...virtual, wakeUp$: merge(powerWakeUps(powerMonitor), onlineWakeUps(ipcMain)) }
    let polls = 0
    const http = () => defer(() => of({ status: 200, headers: {}, body: String(++polls) }))
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      clientId: 'id',
      http,
      clock,
      random: () => 0.5,
    })
    const watching = client
      .user({ token$: of(lastingToken()) })
      .poll({ ...insights, codec: t.number }, { every: 3_600_000 })
      .subscribe()
    virtual.advance(60_000)
    ipcMain.emit('rxbank:online')
    virtual.advance(0)
    const before = polls
    virtual.sleep(8 * 3_600_000)
    powerMonitor.emit('resume')
    ipcMain.emit('rxbank:online')
    virtual.advance(0)
    expect([before, polls]).toEqual([1, 2])
    watching.unsubscribe()
    expect([listeners(powerMonitor), listeners(ipcMain), virtual.pending()]).toEqual([0, 0, 0])
  })
})

describe('onlineWakeUps', () => {
  it('listens once for all to what the preload script sends, and only while it is subscribed to', () => {
    const ipcMain = new EventEmitter()
    const wakes$ = onlineWakeUps(ipcMain)
    let heard = 0
    const all = [wakes$.subscribe(() => heard++), wakes$.subscribe(() => heard++)]
    ipcMain.emit('rxbank:online', { sender: 'a page' })
    ipcMain.emit('rxbank:port', { sender: 'a page' })
    expect([heard, listeners(ipcMain)]).toEqual([2, 1])
    for (const each of all) each.unsubscribe()
    expect(listeners(ipcMain)).toBe(0)
  })

  it.each(wrong)('takes no %p for an ipcMain', (ipcMain) => {
    expect(() => onlineWakeUps(ipcMain as never)).toThrow(
      'wrong configuration: ipcMain: expected ipcMain of Electron, with on and off',
    )
  })
})

describe('powerActivity', () => {
  it('is true until the machine goes to sleep, and again when it wakes up', () => {
    const powerMonitor = new EventEmitter()
    const reported: Array<boolean> = []
    const subscription = powerActivity(powerMonitor).subscribe((isAwake) => reported.push(isAwake))
    for (const event of ['resume', 'suspend', 'suspend', 'lock-screen', 'resume', 'resume']) powerMonitor.emit(event)
    subscription.unsubscribe()
    expect(reported).toEqual([true, false, true])
  })

  it('tells each subscriber how it is, whenever that began', () => {
    const powerMonitor = new EventEmitter()
    const active$ = powerActivity(powerMonitor)
    const reported: Array<boolean> = []
    for (const event of ['suspend', 'resume']) {
      powerMonitor.emit(event)
      active$.subscribe((isAwake) => reported.push(isAwake)).unsubscribe()
    }
    expect([reported, listeners(powerMonitor)]).toEqual([[false, true], 2])
  })

  it('keeps a watcher from asking while the machine sleeps', () => {
    const powerMonitor = new EventEmitter()
    const clock = createVirtualClock()
    let polls = 0
    const http = () => defer(() => of({ status: 200, headers: {}, body: String(++polls) }))
    const active$ = powerActivity(powerMonitor)
    const client = createClient({
      profile: documentedProfile,
      baseUrl: 'https://bank.example',
      clientId: 'id',
      http,
      clock,
      active$,
    })
    const watching = client
      .user({ token$: of(lastingToken()) })
      .poll({ ...insights, codec: t.number }, { every: 60_000 })
      .subscribe()
    powerMonitor.emit('suspend')
    clock.advance(3_600_000)
    const asleep = polls
    powerMonitor.emit('resume')
    clock.advance(0)
    expect([asleep, polls]).toEqual([1, 2])
    watching.unsubscribe()
    expect(clock.pending()).toBe(0)
  })
})
