import { isMainThread } from 'node:worker_threads'
import { simulate } from './command/simulate.js'
import { work } from './run/worker.js'

if (isMainThread) simulate(process.argv.slice(2))
else work()
