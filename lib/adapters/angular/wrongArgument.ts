import { ConfigError } from '../../base/error/ConfigError.js'

/** The error of one wrong argument: its path, and what was expected. */
export const wrongArgument = (path: string, expected: string): ConfigError =>
  new ConfigError({ issues: [{ path, expected }] })
