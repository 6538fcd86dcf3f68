import { resolve } from 'node:path'
import type { ConfigError } from '../error/ConfigError.js'
import { wrongOption } from '../error/wrongOption.js'

/** The whole path of a tape's file, from when it is named. */
export const tapePath = (file: string): string => {
  if (typeof file !== 'string' || file === '') throw wrongOption('/file', 'a path, a string that is not empty')
  return resolve(file)
}

/** What the system refused, with its own word for it. */
export const unusable = (cause: unknown, expected: string): ConfigError => {
  const { code = 'unknown' } = cause as NodeJS.ErrnoException
  return wrongOption('/file', `${expected}; the system says ${code}`)
}
