import { execFileSync } from 'node:child_process'
import {
  closeSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of a server that can be filled by others. */
export interface SmallDisk {
  readonly fill: () => void
  readonly free: () => void
  readonly remove: () => void
}

const mount = (folder: string, options: string): void => {
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' })
}

const unmount = (folder: string): void => {
  execFileSync('umount', ['-l', folder], { stdio: 'ignore' })
}

/** Whether this process may mount a file system. */
export const mayMount = (): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'rxbank-mount-'))
  try {
    mount(folder, 'size=4k')
    unmount(folder)
    return true
  } catch {
    return false
  } finally {
    rmdirSync(folder)
  }
}

/** Mounts a file system of so many megabytes on a folder. */
export const mountSmallDisk = (folder: string, megabytes: number): SmallDisk => {
  const { uid, gid } = statSync(folder)
  mount(folder, `size=${String(megabytes)}m,uid=${String(uid)},gid=${String(gid)},mode=700`)
  const ballast = join(folder, 'ballast')
  return {
    remove: () => unmount(folder),
    free: () => rmSync(ballast, { force: true }),
    fill: () => {
      const file = openSync(ballast, 'a')
      try {
        for (const size of [1 << 20, 1 << 12])
          try {
            for (;;) if (writeSync(file, Buffer.alloc(size)) < size) break
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
          }
      } finally {
        closeSync(file)
      }
    },
  }
}

/**
 * A table that gets no second page, without any privilege: before it takes one, PostgreSQL keeps in a file beside the table
 * where there is room, and here that file is `/dev/full`, on which every write fails as on a full disk.
 *
 * - `file`: that of the table, as `pg_relation_filepath` gives it, within the folder of the data.
 */
export const fullTable = (data: string, file: string): Pick<SmallDisk, 'fill' | 'free'> => {
  const map = join(data, `${file}_fsm`)
  return { fill: () => symlinkSync('/dev/full', map), free: () => unlinkSync(map) }
}
