import { CommanderError } from 'commander'
import { type ClientError, isClientError } from '../base/error/ClientError.js'
import { CommandError, exitCodes } from './CommandError.js'
import { errorAdvice } from './errorAdvice.js'
import { printable } from './formatText.js'

/** Removes control characters from text of several lines, because it may contain untrusted text. */
const printableLines = (text: string): string => text.split('\n').map(printable).join('\n')

/** The message of an error. A `CommandError` keeps its lines; any other message becomes one line. */
export const errorText = (error: unknown): string => {
  if (error instanceof CommandError) return error.message
  const message = isClientError(error) ? errorAdvice(error) : error instanceof Error ? error.message : String(error)
  return message.replace(/^sandbox\.listen: /, '').replace(/\s+/g, ' ')
}

/** The tags of errors about wrong settings, which occur before any request. */
const usageErrorTags: ReadonlyArray<ClientError['_tag']> = ['ConfigError', 'UnsupportedByVersion']

/** Writes an error to stderr, with its stack if `DEBUG` is set; returns the exit code. */
export const reportError = (error: unknown): number => {
  // Commander has printed its own errors already; they are about wrong arguments.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.misused
  const exitCode =
    error instanceof CommandError
      ? error.exitCode
      : isClientError(error) && usageErrorTags.includes(error._tag)
        ? exitCodes.misused
        : exitCodes.failed
  const message = errorText(error)
  if (message === '') return exitCode
  const line = exitCode > 128 ? message : `error: ${message}`
  const stack = process.env.DEBUG && error instanceof Error && error.stack ? `${error.stack}\n` : ''
  process.stderr.write(`${printableLines(`${stack}${line}`)}\n`)
  return exitCode
}
