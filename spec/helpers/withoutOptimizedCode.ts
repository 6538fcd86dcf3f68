import { setFlagsFromString } from 'node:v8'

/** Code that V8 has optimized may keep an object that it was compiled with. In such a spec only what the program leads to is reachable. */
export const withoutOptimizedCode = (): void => {
  beforeAll(() => {
    setFlagsFromString('--no-opt')
  })
  afterAll(() => {
    setFlagsFromString('--opt')
  })
}
