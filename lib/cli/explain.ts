import { CommanderError } from 'commander'

/** Says on stderr what went wrong, in one line, or with its stack where `DEBUG` is set; answers the exit code. */
export const explain = (error: unknown): number => {
  // Commander has said it already; what it calls an error is a wrong use.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error))
  const line = message.replace(/^sandbox\.listen: /, '').replace(/\s+/g, ' ')
  process.stderr.write(process.env.DEBUG ? `${stack}\n` : `error: ${line}\n`)
  return 1
}
