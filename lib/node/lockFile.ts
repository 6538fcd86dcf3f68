import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { threadId } from 'node:worker_threads'
import { CheckpointError } from './CheckpointError.js'
import { namedProcess, processName } from './processName.js'

/** A lock that this process has taken. */
export interface Lock {
  /** Whether it is still this process's: somebody may have removed it. */
  readonly isHeld: () => boolean
  readonly release: () => void
}

const isCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Links the candidate to the lock: it is there at once and whole, or there was one before. */
const isLinked = (candidate: string, lock: string): boolean => {
  try {
    linkSync(candidate, lock)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

const locked = (file: string, lock: string, holder: string): CheckpointError => {
  const named = namedProcess(holder)
  const host = named === undefined || named.host === hostname() ? '' : ` on ${named.host}`
  const who = named === undefined ? 'something else' : `process ${String(named.pid)}${host}`
  const detail = `${who} uses it; end that, use another file, or remove ${lock} if nothing uses it any more`
  return new CheckpointError({ reason: 'locked', file, detail })
}

/** Puts away a lock that was left behind; one that another process has taken meanwhile goes back. */
const putAway = (lock: string, stale: string, aside: string): void => {
  try {
    renameSync(lock, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  if (read(aside) !== stale) isLinked(aside, lock)
  rmSync(aside, { force: true })
}

/**
 * Takes the lock of a file: a file beside it, ending in `.lock`, that names this process. One that was left by a process
 * which runs no more is replaced; for another it throws a `CheckpointError`. The file system must have hard links.
 */
export const takeLock = (file: string): Lock => {
  const lock = `${file}.lock`
  const name = processName()
  const candidate = `${lock}.${String(process.pid)}-${String(threadId)}`
  rmSync(candidate, { force: true })
  writeFileSync(candidate, `${name}\n`, { flag: 'wx', mode: 0o600 })
  try {
    while (!isLinked(candidate, lock)) {
      const holder = read(lock)
      if (holder === undefined) continue
      if (holder !== name && namedProcess(holder)?.mayRun !== false) throw locked(file, lock, holder)
      putAway(lock, holder, `${candidate}.stale`)
    }
  } finally {
    rmSync(candidate, { force: true })
  }
  const isHeld = (): boolean => read(lock) === name
  return {
    isHeld,
    release: () => {
      if (isHeld()) rmSync(lock, { force: true })
    },
  }
}
