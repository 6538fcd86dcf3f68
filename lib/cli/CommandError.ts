/** The exit codes, as `rxbank --help` lists them. */
export const exitCodes = { done: 0, failed: 1, misused: 2 } as const

/** Ends a command with an exit code and, unless it is empty, a message that is printed as it is. */
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

/** The arguments of the command are wrong, or one that it needs is missing. */
export const misuse = (message: string): CommandError => new CommandError(message, exitCodes.misused)
