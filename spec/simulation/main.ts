import { isMainThread } from 'node:worker_threads'
import { simulate } from './command/simulate.js'
import { work } from './run/worker.js'

// Begin to read at run/runShard.ts, one world from its first day to its last; world/World.ts is what it consists of,
// actions/ what happens in it, and invariants/ what must hold.
if (isMainThread) simulate(process.argv.slice(2))
else work()
