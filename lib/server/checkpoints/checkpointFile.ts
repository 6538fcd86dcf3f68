import { closeSync, fstatSync, readFile } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { isLeft, tryCatch } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { Observable, type Subscriber } from 'rxjs'
import { decode } from '../../base/codec/decode.js'
import type { Issue } from '../../base/codec/issues.js'
import { options } from '../../base/codec/options.js'
import { type Bookmark, bookmark } from '../../streams/polling/Bookmark.js'
import { CheckpointError, unavailable } from './CheckpointError.js'
import { type Lock, lockFile } from './lockFile.js'
import { NotRegularFile, openRegular } from './openRegular.js'

const format = 'rxbank-checkpoints-1'

const codec = options('checkpoints', { format: t.literal(format), checkpoints: t.UnknownRecord }, {})

/** The content of a checkpoint file: bookmarks by key. */
type Checkpoints = ReadonlyMap<string, Bookmark>

const remedyText = 'restore it from a copy, or remove it to start without checkpoints'

/** The first issue. The names of unknown fields are not shown: they may be secrets of another program's file. */
const describeFirstIssue = ([issue]: ReadonlyArray<Issue>): string => {
  const { path = '', expected = format } = issue ?? {}
  if (!/^(?:\/format|\/checkpoints)?$/.test(path)) return 'only format and checkpoints at the top level'
  return `${expected} at ${path || 'the top level'}`
}

/**
 * Parses a checkpoint file; throws a `CheckpointError` if the file is incomplete, or is not a checkpoint file. The
 * error does not contain any content of the file.
 */
const parseCheckpoints = (file: string, bytes: Uint8Array): Checkpoints => {
  const corrupt = (problem: string): CheckpointError =>
    new CheckpointError({ reason: 'corrupt', file, detail: `${problem}; ${remedyText}` })
  const parsed = tryCatch(
    () => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown,
    // The error of JSON.parse is dropped, because it quotes a part of the file.
    () => corrupt('it is incomplete or not JSON'),
  )
  if (isLeft(parsed)) throw parsed.left
  const foreign = (expected: string): CheckpointError => {
    const detail = `it is not a checkpoint file: expected ${expected}; choose another file`
    return new CheckpointError({ reason: 'foreign', file, detail })
  }
  const decoded = decode(codec, parsed.right)
  if (isLeft(decoded)) throw foreign(describeFirstIssue(decoded.left))
  return new Map(
    Object.entries(decoded.right.checkpoints).map(([key, value], index) => {
      if (!bookmark.is(value)) throw corrupt(`entry ${String(index + 1)} of /checkpoints is not a bookmark`)
      return [key, value]
    }),
  )
}

/** The text of a checkpoint file: JSON with a line for each key. */
const printCheckpoints = (checkpoints: Checkpoints): string => {
  const lines = Array.from(checkpoints, ([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`)
  return `{\n  "format": "${format}",\n  "checkpoints": {\n${lines.join(',\n')}\n  }\n}\n`
}

const writeAndFlush = async (path: string, text: string): Promise<void> => {
  // The flag `x` fails if the path exists, so that a link at this path is not followed.
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
 * Replaces a file atomically: a reader finds either the old or the new content, even after a crash or a power failure.
 * Only the owner of the file may read it. The new content is written to a temporary file in the same directory, `.tmp`,
 * so only one call at a time is allowed for a file.
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
  /** Releases the lock if this thread still holds it; never throws. */
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
 * Opens the checkpoint file at a path. The first use of the file takes its lock. All waiting saves are written
 * together.
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
