import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

const writeWhole = async (path: string, text: string): Promise<void> => {
  // The flag `x` creates the file, so that a link which somebody put at this path is not followed.
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Windows cannot open a directory, and needs no sync of it. */
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
 * Replaces a file as a whole: whoever reads it, also after a crash or a loss of power, finds the old text or the new
 * one. Only its owner may read it. One caller at a time: until it is done the new text is in a file beside it, `.tmp`.
 */
export const replaceFile = async (file: string, text: string): Promise<void> => {
  const next = `${file}.tmp`
  try {
    await rm(next, { force: true })
    await writeWhole(next, text)
    await rename(next, file)
  } catch (error) {
    await rm(next, { force: true })
    throw error
  }
  await syncDirectory(dirname(file))
}
