import { readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { shareAcrossCopies } from '../../base/packageCopies.js'
import { type CheckpointFile, checkpointFile } from './checkpointFile.js'

/** The open files by path, for all copies of the package in this process. Their locks are released when it exits. */
const openFiles = (): Map<string, CheckpointFile> =>
  shareAcrossCopies('node.checkpointFiles', () => {
    const files = new Map<string, CheckpointFile>()
    process.once('exit', () => files.forEach(({ release }) => release()))
    return files
  })

const tryPath = (resolvePath: (path: string) => string, path: string): string | undefined => {
  try {
    return resolvePath(path)
  } catch {
    return undefined
  }
}

/** The maximum number of links that are followed, as on Linux. */
const maxLinks = 40

/** The path that symbolic links lead to, even if no file is there yet. */
const realPath = (path: string, links = maxLinks): string => {
  const real = tryPath(realpathSync, path)
  if (real !== undefined) return real
  const directory = tryPath(realpathSync, dirname(path)) ?? dirname(path)
  const target = links > 0 ? tryPath(readlinkSync, path) : undefined
  return target === undefined ? join(directory, basename(path)) : realPath(resolve(directory, target), links - 1)
}

/** The checkpoint file at an absolute path. The whole process shares one for each file, whichever path leads to it. */
export const sharedCheckpointFile = (path: string): CheckpointFile => {
  const real = realPath(path)
  const files = openFiles()
  const file = files.get(real) ?? checkpointFile(real)
  files.set(real, file)
  return file
}
