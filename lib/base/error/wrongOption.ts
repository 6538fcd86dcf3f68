import { ConfigError } from './ConfigError.js'

/** The error of one wrong option, with its path and what was expected there. */
export const wrongOption = (path: string, expected: string): ConfigError =>
  new ConfigError({ issues: [{ path, expected }] })
