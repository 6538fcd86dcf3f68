import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

/** A full collection, of a process that nobody started with a flag. */
export const collectGarbage = runInNewContext('gc') as () => void

// Else the globals of whatever spec comes after have it too.
setFlagsFromString('--no-expose-gc')
