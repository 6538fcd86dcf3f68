import { CommandError, exitCodes } from '../CommandError.js'

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'it is not allowed',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file has become too large',
  EIO: 'the disk failed',
  EISDIR: 'it is a directory',
  ELOOP: 'it leads over links in a circle, or over too many',
  ENOENT: 'there is no such file or directory',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is no directory',
  EPERM: 'it is not allowed',
  EROFS: 'the disk is read-only',
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'an unknown error'

/** What the system says is wrong with a file, in words. */
export const reasonOf = (error: unknown): string => reasons[codeOf(error)] ?? codeOf(error)

/** A failure to write, in words. */
export const cannotWrite = (what: string, error: unknown): CommandError =>
  new CommandError(`${what} cannot be written: ${reasonOf(error)}`, exitCodes.failed)
