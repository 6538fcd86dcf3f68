import { forgiveClosedOutput } from './endSignals.js'
import { createProgram } from './program.js'
import { explain } from './reportError.js'
import { refuseSecrets } from './service/refuseSecrets.js'
import { splitValues } from './splitValues.js'

/** Runs the command line and returns the exit code; the process ends when its event loop is empty. */
export const run = async (args: ReadonlyArray<string>): Promise<number> => {
  forgiveClosedOutput(process.stdout)
  // A closed stderr is not a failure.
  process.stderr.on('error', () => undefined)
  process.on('uncaughtException', (error) => process.exit(explain(error)))
  try {
    refuseSecrets(args)
    await createProgram().parseAsync(splitValues(args), { from: 'user' })
    return 0
  } catch (error) {
    return explain(error)
  }
}
