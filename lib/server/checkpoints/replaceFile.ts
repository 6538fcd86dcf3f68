import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

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
