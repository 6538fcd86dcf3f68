import { CommandError, exitCodes } from './CommandError.js'

/** What needs an optional peer dependency, and which packages to install for it. */
export interface PeerUse {
  readonly user: string
  readonly install: string
}

/** The error for a package that is not installed. */
const missing = (name: string, { user, install }: PeerUse): CommandError =>
  new CommandError(`${user} needs ${name}, which is not installed: npm install ${install}`, exitCodes.failed)

const isMissing = (error: unknown, name: string): boolean =>
  error instanceof Error &&
  /^(ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND)$/.test((error as NodeJS.ErrnoException).code ?? '') &&
  error.message.includes(`'${name}'`)

/** Loads an optional peer dependency. If it is not installed, rejects with an error that says how to install it. */
export const loadPeer = async <A>(name: string, use: PeerUse, load: () => Promise<A>): Promise<A> => {
  try {
    return await load()
  } catch (error) {
    throw isMissing(error, name) ? missing(name, use) : error
  }
}

/** What a fleet needs. */
export const fleetPeers: PeerUse = { user: 'a fleet', install: 'pg graphile-worker' }
