import { readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { type CheckpointFile, checkpointFile } from './checkpointFile.js'

/** The copies of the package in a process share the table: there are two if CommonJS and ES modules are both used. */
const registry = Symbol.for('rxbank.node.checkpointFiles')

type Files = Map<string, CheckpointFile>

const files = (): Files => {
  const shared = globalThis as { [registry]?: Files }
  if (shared[registry] === undefined) {
    const opened: Files = new Map()
    process.once('exit', () => opened.forEach(({ release }) => release()))
    shared[registry] = opened
  }
  return shared[registry]
}

const attempt = (ask: (path: string) => string, path: string): string | undefined => {
  try {
    return ask(path)
  } catch {
    return undefined
  }
}

/** The highest number of links that are followed; Linux has the same. */
const maxLinks = 40

/** The path that symbolic links lead to, even if no file is there yet. */
const realPath = (path: string, links = maxLinks): string => {
  const real = attempt(realpathSync, path)
  if (real !== undefined) return real
  const directory = attempt(realpathSync, dirname(path)) ?? dirname(path)
  const target = links > 0 ? attempt(readlinkSync, path) : undefined
  return target === undefined ? join(directory, basename(path)) : realPath(resolve(directory, target), links - 1)
}

/** The checkpoint file at an absolute path. The whole process shares one for each file, whichever path leads to it. */
export const sharedCheckpointFile = (path: string): CheckpointFile => {
  const real = realPath(path)
  const opened = files()
  const file = opened.get(real) ?? checkpointFile(real)
  opened.set(real, file)
  return file
}
