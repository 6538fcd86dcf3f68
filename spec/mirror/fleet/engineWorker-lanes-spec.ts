import { EventEmitter } from 'node:events'
import { NEVER } from 'rxjs'
import { createVirtualClock } from '../../../lib/index.js'
import { engineWorker } from '../../../lib/mirror/fleet/engineWorker.js'
import { limitsOf } from '../../../lib/mirror/postgres/postgresLimits.js'

const settle = async () => {
  for (let i = 0; i < 5; i++) await new Promise<void>((resolve) => setImmediate(resolve))
}

it('takes hurried rounds first when rounds of both lanes are given back', async () => {
  const clock = createVirtualClock()
  const takes: Array<unknown> = []
  const events = new EventEmitter()
  const client = Object.assign(events, {
    query: (text: string, values: Array<unknown> = []) => {
      if (text.includes('.take(')) takes.push(values[1])
      return Promise.resolve({
        rows: /worker/.test(text) ? [{ id: 'w' }] : text.includes('.rearm(') ? [{ users: 0 }] : [],
      })
    },
    release: () => undefined,
  })
  const pool = { connect: () => Promise.resolve(client as never) }
  const subscription = engineWorker({
    pool,
    schema: 's',
    limits: limitsOf({}, clock),
    id: 'w',
    lease: 10_000,
    places: { scheduled: 9, hurried: 2 },
    stop$: NEVER,
  }).subscribe()
  await settle()
  for (let i = 0; i < 6; i++) {
    clock.advance(101)
    await settle()
  } // pauses of 500 and 1000 ms: the hurried lane has asked again
  takes.length = 0
  events.emit('notification', { payload: 'both' })
  await settle()
  subscription.unsubscribe()
  expect(takes).toEqual([-10, 0])
})
