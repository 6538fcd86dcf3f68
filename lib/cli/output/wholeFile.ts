import { fstatSync, realpathSync, rmSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { defer, EMPTY, finalize, ignoreElements, map, type Observable } from 'rxjs'
import { CommandError, exitCodes } from '../CommandError.js'
import { fileSink, type LineSink, lineSink } from './lineSink.js'
import { openFile } from './openFile.js'
import { cannotWrite } from './outputError.js'
import { sync } from './sync.js'

/** A sink whose lines come into their place all at once, or not at all. */
export interface WholeSink extends LineSink {
  /** Cold. Puts what was written into its place, and completes when it is there. */
  readonly keep: Observable<never>
}

const lookUp = (path: string) => statSync(path, { throwIfNoEntry: false })

const put = async (partial: string, target: string): Promise<void> => {
  await rename(partial, target)
  // Windows opens no directories.
  if (process.platform === 'win32') return
  const directory = await open(dirname(target), 'r')
  await sync(directory).finally(() => directory.close())
}

const replacing = (target: string): Observable<WholeSink> => {
  const partial = `${target}.partial`
  // What a killed command has left there. One that still runs sees that it lost it.
  rmSync(partial, { force: true })
  let inode: number | undefined
  const isMine = (): boolean => inode !== undefined && lookUp(partial)?.ino === inode
  return openFile(partial, 'wx', target).pipe(
    map((file) => {
      inode = fstatSync(file.fd).ino
      const keep = defer(() => {
        if (isMine()) return put(partial, target)
        throw new CommandError(`${target} is being written by another rxbank, too; this one gave way`, exitCodes.failed)
      })
      return { ...fileSink(target, file), keep: keep.pipe(ignoreElements()) }
    }),
    finalize(() => {
      if (isMine()) rmSync(partial)
    }),
  )
}

/**
 * Opens a file to be replaced as a whole: lines go to `<file>.partial` beside it, which takes its place when it is kept and
 * else goes when unsubscribed. A link is followed; what is no file, such as a device, is written to as it is.
 */
export const wholeFile = (path: string): Observable<WholeSink> =>
  defer(() => {
    try {
      const there = lookUp(path)
      if (there === undefined || there.isFile()) return replacing(there === undefined ? path : realpathSync(path))
    } catch (error) {
      throw cannotWrite(path, error)
    }
    return lineSink(path, { append: false }).pipe(map((sink) => ({ ...sink, keep: EMPTY })))
  })
