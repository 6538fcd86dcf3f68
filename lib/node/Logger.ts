/** What lines are logged with: pino and its like, and `console`. */
export interface Logger {
  readonly debug: (entry: object, message: string) => void
  readonly info: (entry: object, message: string) => void
  readonly warn: (entry: object, message: string) => void
  readonly error: (entry: object, message: string) => void
}
