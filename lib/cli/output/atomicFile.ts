import { fstatSync, lstatSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname, isAbsolute } from 'node:path'
import { catchError, defer, EMPTY, finalize, ignoreElements, map, type Observable } from 'rxjs'
import { CommandError, exitCodes } from '../CommandError.js'
import { sync } from './flushToDisk.js'
import { fileSink, type LineSink, lineSink } from './lineSink.js'
import { openFile } from './openFile.js'
import { cannotWrite } from './outputError.js'

/** A sink that replaces its file in one step, or not at all. */
export interface WholeSink extends LineSink {
  /** Replaces the file by what was written. Cold; completes when it is done. */
  readonly keep: Observable<never>
  /** Whether the old content stays in place until then; `false` for outputs that are written directly. */
  readonly isWhole: boolean
}

const lookUp = (path: string) => statSync(path, { throwIfNoEntry: false })

/**
 * Follows the links of a path whose target does not exist. Each `..` is left to the operating system, as the folder
 * before it may be a link.
 */
const endOf = (path: string): string => {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return path
  const next = readlinkSync(path)
  return endOf(isAbsolute(next) ? next : `${dirname(path)}/${next}`)
}

const put = async (partial: string, target: string): Promise<void> => {
  await rename(partial, target)
  // On Windows a directory cannot be opened.
  if (process.platform === 'win32') return
  const directory = await open(dirname(target), 'r')
  try {
    await sync(directory)
  } finally {
    await directory.close()
  }
}

const replacing = (target: string): Observable<WholeSink> => {
  const partial = `${target}.partial`
  // A command that was killed may have left this file. If another command is still writing it, that one notices the
  // loss by the inode.
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
 * Opens a file that is replaced as a whole: lines are written to `<file>.partial`, which `keep` renames and
 * unsubscribing deletes. Links are followed, also to a file that does not exist yet. Anything but a regular file, such
 * as a device, is written directly, and so is standard output, which is meant if there is no path.
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
