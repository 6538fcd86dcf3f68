import { closeSync, constants, fstatSync, lstatSync, openSync, type Stats, statSync } from 'node:fs'

/** The path exists and is not a regular file; `kind` says what it is. */
export class NotRegular extends Error {
  readonly kind: string

  constructor(kind: string) {
    super(`it is ${kind}`)
    this.kind = kind
  }
}

const refuseOthers = (found: Stats): void => {
  if (found.isFile()) return
  if (found.isDirectory()) throw new NotRegular('a directory')
  if (found.isSymbolicLink()) throw new NotRegular('a symbolic link')
  if (found.isFIFO()) throw new NotRegular('a pipe')
  throw new NotRegular(found.isSocket() ? 'a socket' : 'a device')
}

/** Windows has neither. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>

/**
 * Opens a file to be read, and never waits; throws a `NotRegular` for all else, which to open or to read may take for
 * ever. A link is followed, or else is something else, too.
 */
export const openRegular = (path: string, { follow }: { readonly follow: boolean }): number => {
  // To open a device may set it in motion.
  refuseOthers((follow ? statSync : lstatSync)(path))
  const fd = openSync(path, constants.O_RDONLY | O_NONBLOCK | (follow ? 0 : O_NOFOLLOW))
  try {
    // Something else may have come there meanwhile.
    refuseOthers(fstatSync(fd))
    return fd
  } catch (error) {
    closeSync(fd)
    throw error
  }
}
