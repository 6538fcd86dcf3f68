import type { EngineLaw } from './engineLaw.js'
import { engineRoundLaws } from './engineRoundLaws.js'
import { engineUserLaws } from './engineUserLaws.js'
import { engineWorkerLaws } from './engineWorkerLaws.js'

/**
 * The requirements on every {@link Engine}, as tests for an engine of your own. They need no test framework. Time passes
 * only as far as your `elapse` lets it pass.
 *
 * @example
 * import { createVirtualClock } from 'rxbank'
 * import { engineLaws, type EngineFixture, memoryEngine } from 'rxbank/fleet'
 *
 * const fixture = (): EngineFixture => {
 *   const clock = createVirtualClock()
 *   const engine = memoryEngine({ clock })
 *   return { open: () => engine, elapse: async (ms) => clock.advance(ms), cutOff: engine.cutOff }
 * }
 * const passed: Array<string> = []
 * for (const { name, check } of engineLaws) {
 *   await check(fixture()) // in a test: it(name, () => check(fixture()))
 *   passed.push(name)
 * }
 * assert.strictEqual(passed.length, engineLaws.length)
 */
export const engineLaws: ReadonlyArray<EngineLaw> = [...engineRoundLaws, ...engineUserLaws, ...engineWorkerLaws]
