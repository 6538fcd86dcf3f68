// Lives short lives of a bundled simulation when the parent asks for them, with the sabotage of a name on, or with none:
// seed by seed, until an invariant breaks, and says which.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const [path] = process.argv.slice(2)
const shared = require(path)

/** What sabotages change when modules are loaded is so for good: those have modules of their own. */
const loadedAnew = () => {
  delete require.cache[require.resolve(path)]
  return require(path)
}

process.on('message', ({ name, loads, lives }) => {
  globalThis.sabotage = name
  const { runShard } = loads ? loadedAnew() : shared
  const { first, seeds, users, days, faultRate, part } = lives
  for (let seed = first; seed < first + seeds; seed++) {
    const { broken } = runShard({ seed, shard: 0, users, from: 0, until: days, faultRate, part })
    if (broken === undefined) continue
    process.send({ broken: { seed, ...broken } })
    return
  }
  process.send({})
})
