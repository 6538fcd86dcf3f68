import { CommandError, exitCodes } from './CommandError.js'
import { reportError } from './reportError.js'

/**
 * Makes the process fail with a message if it exits before its command is done, because the event loop has nothing left
 * that could finish the command. Returns a function to call when the command is done.
 */
export const failIfUnfinished = (
  program: Pick<NodeJS.Process, 'once' | 'off' | 'exitCode'> = process,
): (() => void) => {
  const onExit = (code: number): void => {
    if (code !== exitCodes.done) return
    program.exitCode = reportError(
      new CommandError(
        'the command ended before it was done; please report this, with its arguments',
        exitCodes.failed,
      ),
    )
  }
  program.once('exit', onExit)
  return () => {
    program.off('exit', onExit)
  }
}
