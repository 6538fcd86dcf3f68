import { type FileHandle, open } from 'node:fs/promises'
import { CommandError, exitCodes } from '../CommandError.js'
import { cannotWrite } from '../output/outputError.js'

const chunk = 64 * 1024
const newline = 10

/** The text after the last line break of a file, and its offset. */
const lastLine = async (file: FileHandle, size: number): Promise<{ readonly start: number; readonly text: string }> => {
  const parts: Array<Buffer> = []
  let start = size
  while (start > 0) {
    const length = Math.min(chunk, start)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, start - length)
    const end = buffer.lastIndexOf(newline)
    parts.unshift(buffer.subarray(end + 1))
    start -= length - end - 1
    if (end >= 0) break
  }
  return { start, text: Buffer.concat(parts).toString('utf8') }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const repair = async (path: string, file: FileHandle): Promise<string | undefined> => {
  const stats = await file.stat()
  if (!stats.isFile()) return undefined
  const { start, text } = await lastLine(file, stats.size)
  if (text === '') return undefined
  if (isJson(text)) {
    await file.write('\n', stats.size)
    return undefined
  }
  if (!text.startsWith('{')) {
    const message = `${path} does not end with a line of JSON; choose another file`
    throw new CommandError(message, exitCodes.failed)
  }
  await file.truncate(start)
  return `removed an incomplete last line of ${path}; its row will be written again`
}

/**
 * Prepares a file of JSON lines for appending. Removes an incomplete last line, which a killed process may have left: its
 * row was not acknowledged, so it comes again. Returns a message if it removed a line. Rejects if the file does not end
 * with a line of JSON.
 */
export const removeIncompleteLine = async (path: string): Promise<string | undefined> => {
  let file: FileHandle | undefined
  try {
    file = await open(path, 'r+')
    return await repair(path, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error instanceof CommandError ? error : cannotWrite(path, error)
  } finally {
    await file?.close()
  }
}
