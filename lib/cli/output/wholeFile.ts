import { fstatSync, lstatSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname, isAbsolute } from 'node:path'
import { catchError, defer, EMPTY, finalize, ignoreElements, map, type Observable } from 'rxjs'
import { CommandError, exitCodes } from '../CommandError.js'
import { fileSink, type LineSink, lineSink } from './lineSink.js'
import { openFile } from './openFile.js'
import { cannotWrite } from './outputError.js'
import { sync } from './sync.js'

/** A sink whose lines come into their place all at once, or not at all. */
export interface WholeSink extends LineSink {
  /** Cold. Puts what was written into its place, and completes when it is there. */
  readonly keep: Observable<never>
  /** Whether what was there before stays until then. */
  readonly isWhole: boolean
}

const lookUp = (path: string) => statSync(path, { throwIfNoEntry: false })

/**
 * Where a path to nothing leads over links; each `..` is left to the system, for the folder before it may be a link.
 */
const endOf = (path: string): string => {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return path
  const next = readlinkSync(path)
  return endOf(isAbsolute(next) ? next : `${dirname(path)}/${next}`)
}

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
      const told = catchError((error: unknown) => {
        throw error instanceof CommandError ? error : cannotWrite(target, error)
      })
      return { ...fileSink(target, file), keep: keep.pipe(told, ignoreElements()), isWhole: true }
    }),
    finalize(() => {
      if (isMine()) rmSync(partial)
    }),
  )
}

const asItIs = (path: string | undefined): Observable<WholeSink> =>
  lineSink(path, { append: false }).pipe(map((sink) => ({ ...sink, keep: EMPTY, isWhole: false })))

/**
 * Opens a file to be replaced as a whole: lines go to `<file>.partial` beside it, which takes its place when it is kept
 * and else goes when unsubscribed. A link is followed, to nothing yet, too; anything but a regular file, such as a
 * device, is written to as it is, and so is standard output, which it is without a path.
 */
export const wholeFile = (path: string | undefined): Observable<WholeSink> =>
  defer(() => {
    if (path === undefined) return asItIs(path)
    try {
      const there = lookUp(path)
      if (there === undefined || there.isFile())
        return replacing(there === undefined ? endOf(path) : realpathSync(path))
    } catch (error) {
      throw cannotWrite(path, error)
    }
    return asItIs(path)
  })
