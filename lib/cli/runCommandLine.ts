import { ignoreClosedOutput } from './endSignals.js'
import { createProgram } from './program.js'
import { reportError } from './reportError.js'
import { refuseSecrets } from './service/refuseSecrets.js'
import { splitValues } from './splitValues.js'

/** Runs the command line and returns the exit code; the process ends when its event loop is empty. */
export const runCommandLine = async (args: ReadonlyArray<string>): Promise<number> => {
  ignoreClosedOutput(process.stdout)
  // A closed stderr is not a failure.
  process.stderr.on('error', () => undefined)
  process.on('uncaughtException', (error) => process.exit(reportError(error)))
  try {
    refuseSecrets(args)
    await createProgram().parseAsync(splitValues(args), { from: 'user' })
    return 0
  } catch (error) {
    return reportError(error)
  }
}
