import { createVirtualClock } from '../../lib/index.js'
import { memoryEngine } from '../../lib/mirror/fleet/memoryEngine.js'
import type { EngineFixture } from './engineLaw.js'
import { engineLaws } from './engineLaws.js'

const place = (): EngineFixture => {
  const clock = createVirtualClock()
  const engine = memoryEngine({ clock })
  return {
    open: () => engine,
    elapse: (ms) => {
      clock.advance(ms)
      return Promise.resolve()
    },
    cutOff: engine.cutOff,
  }
}

describe('an engine in memory', () => {
  it.each(engineLaws)('$name', ({ check }) => check(place()))
})
