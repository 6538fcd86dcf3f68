import { engineWorker } from '../../../../lib/mirror/fleet/engine/engineWorker.js'
import { fakeEngineDatabase, settle } from '../fakeEngineDatabase.js'

it('a worker takes immediate rounds first when rounds of both lanes are given back', async () => {
  const { clock, config, takes, notify } = fakeEngineDatabase()
  const subscription = engineWorker(config).subscribe()
  await settle()
  // After pauses of 500 and 1000 ms the immediate lane has asked again.
  for (let i = 0; i < 6; i++) {
    clock.advance(101)
    await settle()
  }
  takes.length = 0
  notify('s_due')
  await settle()
  subscription.unsubscribe()
  expect(takes).toEqual([-10, 0])
})
