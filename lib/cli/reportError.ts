import { CommanderError } from 'commander'
import { type ClientError, isClientError } from '../index.js'
import { CommandError, exitCodes } from './CommandError.js'
import { advice } from './errorAdvice.js'
import { printable } from './formatText.js'

/** Text of several lines, without control characters, as some of it comes from elsewhere. */
const harmless = (text: string): string => text.split('\n').map(printable).join('\n')

/** The message of an error: that of a `CommandError` keeps its lines, any other becomes one line. */
export const inWords = (error: unknown): string => {
  if (error instanceof CommandError) return error.message
  const message = isClientError(error) ? advice(error) : error instanceof Error ? error.message : String(error)
  return message.replace(/^sandbox\.listen: /, '').replace(/\s+/g, ' ')
}

/** The errors of wrong settings, after which nothing was sent. */
const misuses: ReadonlyArray<ClientError['_tag']> = ['ConfigError', 'UnsupportedByVersion']

/** Writes an error to stderr, with its stack if `DEBUG` is set; returns the exit code. */
export const explain = (error: unknown): number => {
  // Commander has printed its own errors already; they are about wrong arguments.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.misused
  const exitCode =
    error instanceof CommandError
      ? error.exitCode
      : isClientError(error) && misuses.includes(error._tag)
        ? exitCodes.misused
        : exitCodes.failed
  const words = inWords(error)
  if (words === '') return exitCode
  const said = exitCode > 128 ? words : `error: ${words}`
  const stack = process.env.DEBUG && error instanceof Error && error.stack ? `${error.stack}\n` : ''
  process.stderr.write(`${harmless(`${stack}${said}`)}\n`)
  return exitCode
}
