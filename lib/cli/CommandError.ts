/** The exit codes, as `rxbank --help` lists them. */
export const exitCodes = { done: 0, failed: 1, misused: 2 } as const

/** Ends a command with an exit code. The message is printed unchanged, unless it is empty. */
export class CommandError extends Error {
  static {
    this.prototype.name = 'CommandError'
  }

  readonly exitCode: number

  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

/** The error for wrong or missing arguments. */
export const usageError = (message: string): CommandError => new CommandError(message, exitCodes.misused)
