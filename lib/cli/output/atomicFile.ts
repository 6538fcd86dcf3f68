import { fstatSync, lstatSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname, isAbsolute } from 'node:path'
import { catchError, defer, EMPTY, finalize, ignoreElements, map, type Observable } from 'rxjs'
import { CommandError, exitCodes } from '../CommandError.js'
import { fileSink, type LineSink, lineSink } from './lineSink.js'
import { cannotWrite, flushToDisk, openFile } from './openFile.js'

/** A sink that replaces its file atomically, or not at all. */
export interface AtomicSink extends LineSink {
  /** Replaces the file with the written lines, and completes. Cold. */
  readonly commit: Observable<never>
  /** Whether the old content stays until `commit`; `false` for a device, a pipe or standard output. */
  readonly isAtomic: boolean
}

const statIfExists = (path: string) => statSync(path, { throwIfNoEntry: false })

/**
 * Follows the links of a path whose target does not exist. The operating system resolves each `..`, because the folder
 * before it may be a link.
 */
const followLinks = (path: string): string => {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return path
  const next = readlinkSync(path)
  return followLinks(isAbsolute(next) ? next : `${dirname(path)}/${next}`)
}

const renameDurably = async (partial: string, target: string): Promise<void> => {
  await rename(partial, target)
  // On Windows a directory cannot be opened.
  if (process.platform === 'win32') return
  const directory = await open(dirname(target), 'r')
  try {
    await flushToDisk(directory)
  } finally {
    await directory.close()
  }
}

const openReplacement = (target: string): Observable<AtomicSink> => {
  const partial = `${target}.partial`
  // A killed command may have left this file. If another command is still writing it, that command detects the removal
  // by the inode.
  rmSync(partial, { force: true })
  let inode: number | undefined
  const ownsPartialFile = (): boolean => inode !== undefined && statIfExists(partial)?.ino === inode
  return openFile(partial, 'wx', target).pipe(
    map((file) => {
      inode = fstatSync(file.fd).ino
      const commit = defer(() => {
        if (ownsPartialFile()) return renameDurably(partial, target)
        throw new CommandError(
          `${target} is also being written by another rxbank, which continues; this one stopped`,
          exitCodes.failed,
        )
      })
      const withFileError = catchError((error: unknown) => {
        throw error instanceof CommandError ? error : cannotWrite(target, error)
      })
      return { ...fileSink(target, file), commit: commit.pipe(withFileError, ignoreElements()), isAtomic: true }
    }),
    finalize(() => {
      if (ownsPartialFile()) rmSync(partial)
    }),
  )
}

const openDirectly = (path: string | undefined): Observable<AtomicSink> =>
  lineSink(path, { append: false }).pipe(map((sink) => ({ ...sink, commit: EMPTY, isAtomic: false })))

/**
 * Opens a file that is replaced as a whole: lines are written to `<file>.partial`, which `commit` renames and
 * unsubscribing deletes. Links are followed, also to a file that does not exist yet. A device or a pipe is written
 * directly. Without a path, standard output is written.
 */
export const atomicFile = (path: string | undefined): Observable<AtomicSink> =>
  defer(() => {
    if (path === undefined) return openDirectly(path)
    try {
      const existing = statIfExists(path)
      if (existing === undefined || existing.isFile())
        return openReplacement(existing === undefined ? followLinks(path) : realpathSync(path))
    } catch (error) {
      throw cannotWrite(path, error)
    }
    return openDirectly(path)
  })
