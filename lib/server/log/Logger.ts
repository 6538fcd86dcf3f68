/** A logger, such as pino's, or `console`. */
export interface Logger {
  readonly debug: (entry: object, message: string) => void
  readonly info: (entry: object, message: string) => void
  readonly warn: (entry: object, message: string) => void
  readonly error: (entry: object, message: string) => void
}
