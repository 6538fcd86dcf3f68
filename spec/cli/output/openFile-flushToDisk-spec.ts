import type { FileHandle } from 'node:fs/promises'
import { flushToDisk } from '../../../lib/cli/output/openFile.js'

const fileThat = (datasync: () => Promise<void>): FileHandle => ({ datasync }) as FileHandle
const failing = (code: string): FileHandle => fileThat(() => Promise.reject(Object.assign(new Error(code), { code })))

describe('sync', () => {
  it('waits for the disk', async () => {
    const log: Array<string> = []
    await flushToDisk(
      fileThat(async () => {
        await Promise.resolve()
        log.push('synced')
      }),
    )
    expect(log).toStrictEqual(['synced'])
  })

  it.each(['EINVAL', 'ENOTSUP', 'EROFS'])('takes what has no disk (%s)', async (code) => {
    await expect(flushToDisk(failing(code))).resolves.toBeUndefined()
  })

  it.each(['EIO', 'ENOSPC'])('errors if the disk does (%s)', async (code) => {
    await expect(flushToDisk(failing(code))).rejects.toThrow(code)
  })
})
