import { setFlagsFromString } from 'node:v8'

/** V8's compilers that optimize. Node 20 has Maglev too, but does not use it by default. */
const compilers = Number(process.versions.node.split('.')[0]) >= 22 ? ['opt', 'maglev'] : ['opt']

/** Code that V8 has optimized may keep an object that it was compiled with. In such a spec only what the program leads to is reachable. */
export const withoutOptimizedCode = (): void => {
  beforeAll(() => {
    for (const compiler of compilers) setFlagsFromString(`--no-${compiler}`)
  })
  afterAll(() => {
    for (const compiler of compilers) setFlagsFromString(`--${compiler}`)
  })
}
