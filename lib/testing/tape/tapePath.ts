import { resolve } from 'node:path'
import type { ConfigError } from '../../base/error/ConfigError.js'
import { wrongOption } from '../../base/error/decodeOptions.js'
import { NotRegularFile } from '../../server/checkpoints/openRegular.js'

/** The absolute path of a tape's file, resolved when the function is called. */
export const tapePath = (file: string): string => {
  if (typeof file !== 'string' || file === '') throw wrongOption('/file', 'a path: a non-empty string')
  return resolve(file)
}

/** The error for a file that cannot be opened, with the system's code, or for a path that is not a regular file. */
export const fileError = (cause: unknown, expected: string): ConfigError => {
  if (cause instanceof NotRegularFile) return wrongOption('/file', `${expected}; ${cause.message}`)
  const { code = 'unknown' } = cause as NodeJS.ErrnoException
  return wrongOption('/file', `${expected}; the system says ${code}`)
}
