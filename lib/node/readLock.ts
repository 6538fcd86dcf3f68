import { closeSync, readSync } from 'node:fs'
import { NotRegular, openRegular } from './openRegular.js'

/** In bytes; no owner's name is so long. */
const maxLength = 4096

/** What a lock says, or what it is instead of a file; `undefined` where there is none. */
export const readLock = (path: string): string | NotRegular | undefined => {
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
    if (error instanceof NotRegular) return error
    throw error
  }
}
