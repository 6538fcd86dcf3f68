import type { FileHandle } from 'node:fs/promises'

/** Waits until what was written to a file is on its disk; a device or a pipe has none. */
export const sync = async (file: Pick<FileHandle, 'datasync'>): Promise<void> => {
  try {
    await file.datasync()
  } catch (error) {
    if (!/^(EINVAL|ENOTSUP|EROFS)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
