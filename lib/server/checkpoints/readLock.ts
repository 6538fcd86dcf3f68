import { closeSync, readSync } from 'node:fs'
import { NotRegularFile, openRegular } from './openRegular.js'

/** The number of bytes that are read; the line that names an owner is always shorter. */
const maxLength = 4096

/** The content of a lock, or what the path is if it is not a file; `undefined` if there is no lock. */
export const readLock = (path: string): string | NotRegularFile | undefined => {
  try {
    const fd = openRegular(path, { follow: false })
    try {
      const text = Buffer.alloc(maxLength)
      return text.toString('utf8', 0, readSync(fd, text)).trim()
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    if (error instanceof NotRegularFile) return error
    throw error
  }
}
