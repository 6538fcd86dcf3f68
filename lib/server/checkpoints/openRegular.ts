import { closeSync, constants, fstatSync, lstatSync, openSync, type Stats, statSync } from 'node:fs'

/** The path exists, but is not a regular file. `kind`: what it is, such as `a pipe`. */
export class NotRegularFile extends Error {
  readonly kind: string

  constructor(kind: string) {
    super(`it is ${kind}`)
    this.kind = kind
  }
}

const checkRegular = (stats: Stats): void => {
  if (stats.isFile()) return
  if (stats.isDirectory()) throw new NotRegularFile('a directory')
  if (stats.isSymbolicLink()) throw new NotRegularFile('a symbolic link')
  if (stats.isFIFO()) throw new NotRegularFile('a pipe')
  throw new NotRegularFile(stats.isSocket() ? 'a socket' : 'a device')
}

/** The flags are missing on Windows. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>

/**
 * Opens a regular file for reading, without waiting. Throws a `NotRegularFile` for anything else, because opening or
 * reading it could block forever. With `follow: false` symbolic links are refused too.
 */
export const openRegular = (path: string, { follow }: { readonly follow: boolean }): number => {
  // The path is checked before it is opened, because opening a device may start it.
  checkRegular((follow ? statSync : lstatSync)(path))
  const fd = openSync(path, constants.O_RDONLY | O_NONBLOCK | (follow ? 0 : O_NOFOLLOW))
  try {
    // The path may have been replaced since the first check.
    checkRegular(fstatSync(fd))
    return fd
  } catch (error) {
    closeSync(fd)
    throw error
  }
}
