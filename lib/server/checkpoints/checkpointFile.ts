import { closeSync, fstatSync, readFile } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { Observable, type Subscriber } from 'rxjs'
import type { Bookmark } from '../../streams/polling/Bookmark.js'
import { CheckpointError, unavailable } from './CheckpointError.js'
import { type Checkpoints, parseCheckpoints, printCheckpoints } from './checkpointsJson.js'
import { type Lock, lockFile } from './lockFile.js'
import { NotRegularFile, openRegular } from './openRegular.js'

const writeAndFlush = async (path: string, text: string): Promise<void> => {
  // The flag `x` fails if the path exists, so that a link that was placed there is not followed.
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Flushes a directory to the disk. Windows cannot open directories, and does not need this. */
const syncDirectory = async (directory: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Replaces a file atomically: a reader finds either the old or the new content, even after a crash or a power failure. Only
 * the owner of the file may read it. The new content is written to a temporary file in the same directory, `.tmp`, so only
 * one call at a time is allowed for a file.
 */
export const replaceFile = async (file: string, text: string): Promise<void> => {
  const temporary = `${file}.tmp`
  try {
    await rm(temporary, { force: true })
    await writeAndFlush(temporary, text)
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncDirectory(dirname(file))
}

/** A file of checkpoints. All its functions fail with a `CheckpointError`. */
export interface CheckpointFile {
  readonly read: () => Promise<Checkpoints>
  /**
   * Completes when the bookmark is on the disk. Unsubscribing before the write has begun drops the save.
   */
  readonly save: (key: string, bookmark: Bookmark) => Observable<never>
  /** Releases the lock, if it is still held; never throws. */
  readonly release: () => void
}

interface Save {
  readonly key: string
  readonly bookmark: Bookmark
  readonly subscriber: Subscriber<never>
}

/** The maximum size of a file in bytes: enough for 40,000 watchers without recent rows, or 600 with 500 rows each. */
const maxSize = 16 * 1024 * 1024

const readFileAt = async (path: string): Promise<Checkpoints> => {
  const foreignFile = (description: string): CheckpointError =>
    new CheckpointError({ reason: 'foreign', file: path, detail: `it is ${description}; choose another file` })
  try {
    const fd = openRegular(path, { follow: true })
    try {
      if (fstatSync(fd).size > maxSize) throw foreignFile('larger than 16 MiB')
      return parseCheckpoints(path, await promisify(readFile)(fd))
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    if (error instanceof NotRegularFile) throw foreignFile(error.kind)
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map()
    throw error
  }
}

/**
 * Opens the checkpoint file at a path. The first use of the file takes its lock. All waiting saves are written together.
 */
export const checkpointFile = (path: string): CheckpointFile => {
  let lock: Lock | undefined
  let waitingSaves: ReadonlyArray<Save> = []
  let isWriting = false

  const read = async (): Promise<Checkpoints> => {
    try {
      if (lock?.isHeld() !== true) lock = lockFile(path)
      return await readFileAt(path)
    } catch (error) {
      throw error instanceof CheckpointError ? error : unavailable(path, error)
    }
  }

  const write = async (saves: ReadonlyArray<Save>): Promise<void> => {
    const stored = await read()
    const next = new Map([...stored, ...saves.map(({ key, bookmark }) => [key, bookmark] as const)])
    const text = printCheckpoints(next)
    if (Buffer.byteLength(text) > maxSize) {
      const detail = 'it would grow larger than 16 MiB; keep some of its checkpoints in another file'
      throw new CheckpointError({ reason: 'unavailable', file: path, detail })
    }
    await replaceFile(path, text).catch((error: unknown) => {
      throw unavailable(path, error)
    })
  }

  const writeWaitingSaves = async (): Promise<void> => {
    if (isWriting) return
    isWriting = true
    while (waitingSaves.length > 0) {
      const saves = waitingSaves
      waitingSaves = []
      await write(saves).then(
        () => saves.forEach(({ subscriber }) => subscriber.complete()),
        (error: unknown) => saves.forEach(({ subscriber }) => subscriber.error(error)),
      )
    }
    isWriting = false
  }

  return {
    read,
    save: (key, bookmark) =>
      new Observable((subscriber) => {
        const save = { key, bookmark, subscriber }
        waitingSaves = [...waitingSaves, save]
        void writeWaitingSaves()
        return () => {
          waitingSaves = waitingSaves.filter((other) => other !== save)
        }
      }),
    release: () => lock?.release(),
  }
}
