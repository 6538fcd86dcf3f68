import { CommandError, exitCodes } from '../CommandError.js'

const reasons: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission denied'],
  ['EDQUOT', 'the quota of the disk is used up'],
  ['EFBIG', 'the file has become too large'],
  ['EIO', 'the disk failed'],
  ['EISDIR', 'it is a directory'],
  ['ELOOP', 'its symbolic links form a loop, or there are too many'],
  ['ENOENT', 'there is no such file or directory'],
  ['ENOSPC', 'the disk is full'],
  ['ENOTDIR', 'a part of its path is not a directory'],
  ['EPERM', 'permission denied'],
  ['EROFS', 'the disk is read-only'],
])

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'an unknown error'

/** The reason of a file system error, in words. */
export const reasonOf = (error: unknown): string => reasons.get(codeOf(error)) ?? codeOf(error)

/** The error of a command that cannot write its output. */
export const cannotWrite = (name: string, error: unknown): CommandError =>
  new CommandError(`${name} cannot be written: ${reasonOf(error)}`, exitCodes.failed)
