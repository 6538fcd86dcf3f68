import { CommandError, exitCodes } from '../CommandError.js'

/** The error for a package that is not installed. */
const missing = (name: string): CommandError =>
  new CommandError(`a fleet needs ${name}, which is not installed: npm install pg graphile-worker`, exitCodes.failed)

const isMissing = (error: unknown, name: string): boolean =>
  error instanceof Error &&
  /^(ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND)$/.test((error as NodeJS.ErrnoException).code ?? '') &&
  error.message.includes(`'${name}'`)

/** Loads an optional peer dependency. If it is not installed, rejects with an error that says how to install it. */
export const loadPeer = async <A>(name: string, load: () => Promise<A>): Promise<A> => {
  try {
    return await load()
  } catch (error) {
    throw isMissing(error, name) ? missing(name) : error
  }
}
