import { seeded } from '../random.js'
import { hour } from '../time.js'
import { createWorld } from '../world/createWorld.js'
import { call } from './calls.js'
import { invalidate, tokenVisit } from './tokens.js'

describe('actions of the application', () => {
  it.each([invalidate, tokenVisit, call])('do nothing while there is no process: $name', ({ draw }) => {
    const sent: Array<string> = []
    const world = createWorld({
      seed: 1,
      shard: 0,
      users: 1,
      takesPart: () => true,
      from: 0,
      observers: () => [{ sent: ({ request: { operation } }) => sent.push(operation) }],
      say: () => undefined,
    })
    const [person] = world.people
    if (person === undefined) throw new Error('nobody is there')
    world.enter(person)
    world.machine.advance(2 * hour)
    expect(sent).toContain('authenticate')
    world.crash(hour)
    const before = { sent: sent.length, counts: world.counts.all() }
    draw(seeded(1)).run(world, person)
    expect({ sent: sent.length, counts: world.counts.all() }).toEqual(before)
    world.machine.advance(hour)
    expect(world.isUp()).toBe(true)
    expect(world.subscribed()).toBeGreaterThan(0)
  })
})
