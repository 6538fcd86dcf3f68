import { createHash } from 'node:crypto'
import { linkSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { CheckpointError } from './CheckpointError.js'
import { locked } from './locked.js'
import { isOutOfSight, lockOwner, mayRun, parseOwner, printOwner } from './lockOwner.js'
import type { NotRegular } from './openRegular.js'
import { readLock } from './readLock.js'

/** A lock that this thread has taken. */
export interface Lock {
  /** Whether it is still this thread's: somebody may have removed it. */
  readonly isHeld: () => boolean
  /** Gives it back if it can be; it never throws. */
  readonly release: () => void
}

const isCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code

const isLeftBehind = (text: string | NotRegular | undefined): boolean => {
  const owner = typeof text === 'string' ? parseOwner(text) : undefined
  return owner !== undefined && !mayRun(owner)
}

/** For how long an owner that cannot be asked may save nothing, in milliseconds. */
const staleAfter = 10 * 60_000

const modified = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Whether an owner that cannot be asked has been silent too long, by the clock of the file system alone. */
const isSilent = (text: string, now: number, ...written: ReadonlyArray<string>): boolean => {
  const owner = parseOwner(text)
  return owner !== undefined && isOutOfSight(owner) && now - Math.max(...written.map(modified)) > staleAfter
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

const asideOf = (candidate: string): string => `${candidate}.stale`

/** Puts away a lock that was left behind; one that another thread has taken meanwhile goes back. */
const putAway = (lock: string, stale: string, aside: string): void => {
  try {
    renameSync(lock, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  if (readLock(aside) !== stale) isLinked(aside, lock)
  rmSync(aside, { force: true })
}

/** Removes the candidates of those that were killed while they took the lock. */
const tidy = (lock: string): void => {
  const isCandidate = (name: string): boolean => /^\.[\da-f]{16}$/.test(name.slice(basename(lock).length))
  try {
    readdirSync(dirname(lock))
      .filter((name) => name.startsWith(basename(lock)) && isCandidate(name))
      .map((name) => join(dirname(lock), name))
      .filter((candidate) => isLeftBehind(readLock(candidate)))
      .forEach((candidate) => [asideOf(candidate), candidate].forEach((path) => rmSync(path, { force: true })))
  } catch {
    // The lock is taken all the same: what may not be listed, read or removed stays.
  }
}

/** How often it is tried to take a lock that is there and then is not: others take it and give it back. */
const attempts = 100

/** Puts a candidate into the place of the lock; throws where another one has it. */
const take = (file: string, lock: string, candidate: string, name: string): void => {
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (isLinked(candidate, lock)) return
    const holder = readLock(lock)
    if (holder === undefined) continue
    if (typeof holder !== 'string') throw locked(file, lock, holder)
    const isFree = holder === name || isLeftBehind(holder) || isSilent(holder, modified(candidate), file, lock)
    if (!isFree) throw locked(file, lock, holder)
    putAway(lock, holder, asideOf(candidate))
  }
  const detail = 'others take its lock and give it back all the time; try again'
  throw new CheckpointError({ reason: 'locked', file, detail })
}

/**
 * Takes the lock of a file: a file beside it, ending in `.lock`, that names this thread. One that was left by a thread
 * which runs no more is replaced, and so is one of another host or container that has saved nothing for ten minutes;
 * for another, and for anything but a regular file, it throws a `CheckpointError`, at once. The file system must have
 * hard links.
 */
export const lockFile = (file: string): Lock => {
  const lock = `${file}.lock`
  const name = printOwner(lockOwner())
  // Processes of other containers and hosts may have the same pid, but not the same name.
  const candidate = `${lock}.${createHash('sha256').update(name).digest('hex').slice(0, 16)}`
  rmSync(candidate, { force: true })
  try {
    writeFileSync(candidate, `${name}\n`, { flag: 'wx', mode: 0o600 })
    take(file, lock, candidate, name)
  } finally {
    rmSync(candidate, { force: true })
  }
  tidy(lock)
  const isHeld = (): boolean => readLock(lock) === name
  return {
    isHeld,
    release: () => {
      try {
        if (isHeld()) rmSync(lock, { force: true })
      } catch {
        // On a disk that is read-only by then it stays, as if the process were killed.
      }
    },
  }
}
