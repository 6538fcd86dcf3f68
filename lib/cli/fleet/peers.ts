import { CommandError, exitCodes } from '../CommandError.js'

/** What a package that is not installed is told with. */
const missing = (name: string): CommandError =>
  new CommandError(`${name} is not installed, which a fleet needs: npm install pg graphile-worker`, exitCodes.failed)

const isMissing = (error: unknown, name: string): boolean =>
  error instanceof Error &&
  /^(ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND)$/.test((error as NodeJS.ErrnoException).code ?? '') &&
  error.message.includes(`'${name}'`)

/** Loads a package that is not a dependency of this one. Fails with what to do where it is not installed. */
export const peer = async <A>(name: string, load: () => Promise<A>): Promise<A> => {
  try {
    return await load()
  } catch (error) {
    throw isMissing(error, name) ? missing(name) : error
  }
}
