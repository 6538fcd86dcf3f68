import type { FileHandle } from 'node:fs/promises'

/** Waits until the content of a file is on disk; does nothing for a device or a pipe. */
export const flushToDisk = async (file: Pick<FileHandle, 'datasync'>): Promise<void> => {
  try {
    await file.datasync()
  } catch (error) {
    if (!/^(EINVAL|ENOTSUP|EROFS)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
