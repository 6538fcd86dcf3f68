import { isClientError } from '../../../lib/base/error/ClientError.js'
import { Mishap } from '../world/receive.js'
import type { Invariant } from './Invariant.js'

/** Whether a stream retries after transient errors by itself. */
const isEndless = (operation: string): boolean => operation.endsWith('.updated') || operation === 'token$'

/** Errors have a reason, and a place where they are told. */
export const explained: Invariant = {
  name: 'a stream errors with a ClientError after a fault, an endless one after what does not pass, or with the error of who threw it; none goes unhandled',
  watch: ({ machine, counts }, broken) => ({
    failed: (person, operation, error) => {
      const tag = isClientError(error) ? error._tag : error instanceof Mishap ? 'Mishap' : 'other'
      counts.add(`streams ended by ${tag === 'Mishap' ? 'the application' : tag}`)
      if (tag === 'other') broken(`${operation} errors with what is no ClientError: ${String(error)}`)
      if (isEndless(operation) && tag !== 'Mishap' && machine.now() > person.mortalUntil)
        broken(`${operation} goes on for ever, and errors, though what is wrong passes: ${String(error)}`)
      if (machine.now() > person.disturbedUntil) broken(`${operation} errors, and nothing is wrong: ${String(error)}`)
    },
    unhandled: (error) => {
      if (!(error instanceof Mishap)) broken(`an error goes unhandled: ${String(error)}`)
    },
  }),
}
