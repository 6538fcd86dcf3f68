import { forgiveClosedOutput } from './ending.js'
import { explain } from './explain.js'
import { createProgram } from './program.js'
import { refuseSecrets } from './service/refuseSecrets.js'
import { splitValues } from './splitValues.js'

/** Runs the command line; answers the exit code, and leaves it to the event loop to run empty. */
export const run = async (args: ReadonlyArray<string>): Promise<number> => {
  forgiveClosedOutput(process.stdout)
  // What cannot be said is no reason to fail.
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
