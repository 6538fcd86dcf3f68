import { type FileHandle, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { concat, defer, EMPTY, ignoreElements, type Observable, takeUntil, tap } from 'rxjs'
import type { UpdatableCollection } from '../../client/UserClient.js'
import { fileCheckpointStore } from '../../server/checkpoints/fileCheckpointStore.js'
import { CommandError, exitCodes, usageError } from '../CommandError.js'
import { commandEnd } from '../endSignals.js'
import { jsonLine } from '../output/jsonLine.js'
import { lineSink } from '../output/lineSink.js'
import { cannotWrite, useWhileOpen } from '../output/openFile.js'
import { connectWithUser } from '../service/connectService.js'
import type { ServiceOptions } from '../service/serviceOptions.js'
import { printEvents } from './printEvents.js'

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

/** The options of `rxbank watch` for a list; `every` in milliseconds. */
export interface WatchChangesOptions extends ServiceOptions {
  readonly every: number
  readonly since?: Date
  readonly checkpoint?: string
  readonly output?: string
  readonly quiet?: boolean
}

/** Removes an incomplete last line from the file that is appended to, and says so on stderr. */
const prepareOutput = (output: string | undefined): Observable<never> =>
  output === undefined
    ? EMPTY
    : defer(() => removeIncompleteLine(output)).pipe(
        tap((message) => message !== undefined && process.stderr.write(`${message}\n`)),
        ignoreElements(),
      )

/**
 * Writes each change as a line of JSON, until Ctrl-C. The checkpoint is saved after all lines of a round are written,
 * so that a restart misses nothing.
 */
export const watchChanges = (resource: 'stocks' | 'transactions', options: WatchChangesOptions): Observable<never> =>
  defer(() => {
    const { every, since, checkpoint, output, quiet = false } = options
    if (output !== undefined && checkpoint !== undefined && resolve(output) === resolve(checkpoint))
      throw usageError('--output and --checkpoint name the same file; use two files')
    const { client, user } = connectWithUser(options)
    const list: UpdatableCollection<object> = user[resource]
    const store = checkpoint === undefined ? undefined : fileCheckpointStore(checkpoint)
    // The checkpoint file is locked before the output is touched: another process may be writing to it.
    const lockCheckpoint = store === undefined ? EMPTY : store.load('').pipe(ignoreElements())
    const writeChanges = useWhileOpen(lineSink(output, { append: true }), (sink) =>
      list.watchUpdated({
        every,
        ...(since && { since }),
        ...(store && { store }),
        process: ({ resources }) => (resources.length === 0 ? EMPTY : sink.write(resources.map(jsonLine))),
      }),
    )
    return concat(lockCheckpoint, prepareOutput(output), writeChanges).pipe(
      ignoreElements(),
      printEvents(client, quiet),
      takeUntil(commandEnd()),
    )
  })
