import { readFile, stat } from 'node:fs/promises'
import { Observable, type Subscriber } from 'rxjs'
import { CheckpointError, unavailable } from './CheckpointError.js'
import { type Checkpoints, printCheckpoints, readCheckpoints } from './checkpointText.js'
import { type Lock, takeLock } from './lockFile.js'
import { replaceFile } from './replaceFile.js'

/** One file of checkpoints. All fails with `CheckpointError`s. */
export interface CheckpointFile {
  readonly read: () => Promise<Checkpoints>
  /** Completes when it is on the disk. Unsubscribing before its turn has come leaves it out. */
  readonly save: (key: string, checkpoint: Date) => Observable<never>
  /** Gives the lock back. */
  readonly release: () => void
}

interface Save {
  readonly key: string
  readonly checkpoint: Date
  readonly subscriber: Subscriber<never>
}

const readWhole = async (path: string): Promise<Checkpoints> => {
  try {
    // Whatever else has a name may be read without end.
    if (!(await stat(path)).isFile()) {
      throw new CheckpointError({ reason: 'foreign', file: path, detail: 'it is no file; choose another one' })
    }
    return readCheckpoints(path, await readFile(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map()
    throw error
  }
}

/** The file at a path. Its lock is taken when it is first used; what waits to be saved is written at once. */
export const checkpointFile = (path: string): CheckpointFile => {
  let lock: Lock | undefined
  let waiting: ReadonlyArray<Save> = []
  let isWriting = false

  const read = async (): Promise<Checkpoints> => {
    try {
      if (lock?.isHeld() !== true) lock = takeLock(path)
      return await readWhole(path)
    } catch (error) {
      throw error instanceof CheckpointError ? error : unavailable(path, error)
    }
  }

  const write = async (saves: ReadonlyArray<Save>): Promise<void> => {
    const kept = await read()
    const next = new Map([...kept, ...saves.map(({ key, checkpoint }) => [key, checkpoint] as const)])
    await replaceFile(path, printCheckpoints(next)).catch((error: unknown) => {
      throw unavailable(path, error)
    })
  }

  const flush = async (): Promise<void> => {
    if (isWriting) return
    isWriting = true
    while (waiting.length > 0) {
      const saves = waiting
      waiting = []
      await write(saves).then(
        () => saves.forEach(({ subscriber }) => subscriber.complete()),
        (error: unknown) => saves.forEach(({ subscriber }) => subscriber.error(error)),
      )
    }
    isWriting = false
  }

  return {
    read,
    save: (key, checkpoint) =>
      new Observable((subscriber) => {
        const save = { key, checkpoint, subscriber }
        waiting = [...waiting, save]
        void flush()
        return () => {
          waiting = waiting.filter((other) => other !== save)
        }
      }),
    release: () => lock?.release(),
  }
}
