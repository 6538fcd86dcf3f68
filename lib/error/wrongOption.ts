import { ConfigError } from './ConfigError.js'

/** The error of one wrong option: which it is, as a path, and what was expected there. */
export const wrongOption = (path: string, expected: string): ConfigError =>
  new ConfigError({ issues: [{ path, expected }] })
