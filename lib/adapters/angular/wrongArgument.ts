import { ConfigError } from '../../index.js'

/** The error of one wrong argument: which it is, as a path, and what was expected there. */
export const wrongArgument = (path: string, expected: string): ConfigError =>
  new ConfigError({ issues: [{ path, expected }] })
