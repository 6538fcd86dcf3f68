import { forgiveClosedOutput } from './ending.js'
import { explain } from './explain.js'
import { createProgram } from './program.js'

/** Runs the command line; answers the exit code, and leaves it to the event loop to run empty. */
export const run = async (args: ReadonlyArray<string>): Promise<number> => {
  forgiveClosedOutput(process.stdout)
  process.on('uncaughtException', (error) => process.exit(explain(error)))
  try {
    await createProgram().parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    return explain(error)
  }
}
