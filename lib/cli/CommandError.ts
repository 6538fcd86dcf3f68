/** What each exit code says; `rxbank --help` tells them. */
export const exitCodes = { done: 0, failed: 1, misused: 2 } as const

/** Ends a command: with a message that a person reads as it stands, unless it is empty, and an exit code. */
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

/** The command was asked for in a wrong way, or lacks what it needs. */
export const misuse = (message: string): CommandError => new CommandError(message, exitCodes.misused)
