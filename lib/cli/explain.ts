import { CommanderError } from 'commander'
import { type ClientError, isClientError } from '../index.js'
import { advice } from './advice.js'
import { CommandError, exitCodes } from './CommandError.js'
import { printable } from './format.js'

/** Text of several lines, some of it from elsewhere, as a terminal may show it. */
const harmless = (text: string): string => text.split('\n').map(printable).join('\n')

/** A message that stands as it is, with its lines; another one becomes one line. */
const inWords = (error: unknown): string => {
  if (error instanceof CommandError) return error.message
  const message = isClientError(error) ? advice(error) : error instanceof Error ? error.message : String(error)
  return message.replace(/^sandbox\.listen: /, '').replace(/\s+/g, ' ')
}

/** What says that the settings are wrong, and that nothing was asked. */
const misuses: ReadonlyArray<ClientError['_tag']> = ['ConfigError', 'UnsupportedByVersion']

/** Says on stderr what went wrong, with its stack where `DEBUG` is set; answers the exit code. */
export const explain = (error: unknown): number => {
  // Commander has said it already; what it calls an error is a wrong use.
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
