import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { lockFile, lockOwner, printOwner } from '../../../lib/server/checkpoints/lockFile.js'

jest.mock('node:fs', () => {
  const actual = jest.requireActual<typeof fs>('node:fs')
  return {
    ...actual,
    linkSync: jest.fn(actual.linkSync),
    lstatSync: jest.fn(actual.lstatSync),
    renameSync: jest.fn(actual.renameSync),
    rmSync: jest.fn(actual.rmSync),
    writeFileSync: jest.fn(actual.writeFileSync),
  }
})

jest.mock('node:os', () => {
  const actual = jest.requireActual<typeof os>('node:os')
  return { ...actual, hostname: jest.fn(actual.hostname) }
})

const { linkSync, lstatSync, renameSync, rmSync, writeFileSync } = jest.requireActual<typeof fs>('node:fs')
const { hostname } = jest.requireActual<typeof os>('node:os')
const stale = `${printOwner({ ...lockOwner(), pid: 4194305 })}\n`
const another = `${printOwner({ ...lockOwner(), host: 'another-host', pid: 7 })}\n`

describe('lockFile', () => {
  let directory: string
  let file: string
  let lock: string

  beforeEach(() => {
    directory = fs.mkdtempSync(join(os.tmpdir(), 'rxbank-lock-'))
    file = join(directory, 'checkpoints.json')
    lock = `${file}.lock`
  })

  afterEach(() => {
    fs.rmSync(directory, { recursive: true })
  })

  const onlyTheLock = (): void => {
    expect(fs.readdirSync(directory)).toEqual(['checkpoints.json.lock'])
  }

  it('gives back the lock that another one has taken while it put a stale one away', () => {
    writeFileSync(lock, stale)
    jest.mocked(fs.renameSync).mockImplementationOnce((from, to) => {
      writeFileSync(lock, another)
      renameSync(from, to)
    })
    expect(() => lockFile(file)).toThrow('process 7 on another-host uses it')
    expect(fs.readFileSync(lock, 'utf8')).toBe(another)
    onlyTheLock()
  })

  it('begins again if another one has put the stale lock away', () => {
    writeFileSync(lock, stale)
    jest.mocked(fs.renameSync).mockImplementationOnce((from, to) => {
      fs.rmSync(lock)
      renameSync(from, to)
    })
    expect(lockFile(file).isHeld()).toBe(true)
    onlyTheLock()
  })

  it('is refused to one of two at once that have the same pid on different hosts', () => {
    jest.mocked(fs.linkSync).mockImplementationOnce((from, to) => {
      jest.mocked(os.hostname).mockReturnValue('another-host')
      lockFile(file)
      jest.mocked(os.hostname).mockImplementation(hostname)
      linkSync(from, to)
    })
    expect(() => lockFile(file)).toThrow(`process ${String(process.pid)} on another-host uses it`)
    onlyTheLock()
  })

  describe('of an owner who cannot be asked', () => {
    const minutesAgo = (path: string, minutes: number): void => {
      const moment = new Date(fs.statSync(path).mtimeMs - minutes * 60_000)
      fs.utimesSync(path, moment, moment)
    }

    const owners = [another, `${printOwner({ ...lockOwner(), pidNamespace: 'pid:[1]' })}\n`]

    it.each(owners)('is taken when nothing was saved for ten minutes: %s', (owner) => {
      for (const path of [lock, file]) {
        writeFileSync(path, owner)
        minutesAgo(path, 11)
      }
      expect(lockFile(file).isHeld()).toBe(true)
    })

    it.each(owners)('is not taken sooner, be the lock young or the file: %s', (owner) => {
      writeFileSync(lock, owner)
      minutesAgo(lock, 9)
      expect(() => lockFile(file)).toThrow('uses it')
      minutesAgo(lock, 60)
      writeFileSync(file, '{}')
      expect(() => lockFile(file)).toThrow('uses it')
    })

    it('is not taken from one who runs here, however long it is silent', () => {
      writeFileSync(
        lock,
        `${printOwner({ ...lockOwner(), pid: process.ppid, thread: String(process.ppid), start: '-' })}\n`,
      )
      minutesAgo(lock, 600)
      expect(() => lockFile(file)).toThrow('uses it')
    })
  })

  it('is taken again by the same owner: where starts are not known, a killed process may have had its pid', () => {
    writeFileSync(lock, `${printOwner(lockOwner())}\n`)
    expect(lockFile(file).isHeld()).toBe(true)
    onlyTheLock()
  })

  it('follows no link that is put in the way of its candidate', () => {
    const other = join(directory, 'other')
    jest.mocked(fs.writeFileSync).mockImplementationOnce((path, ...rest) => {
      fs.symlinkSync(other, path as string)
      writeFileSync(path, ...rest)
    })
    expect(() => lockFile(file)).toThrow('EEXIST')
    expect(fs.readdirSync(directory)).toEqual([])
  })

  it('leaves nothing when the disk is full', () => {
    jest.mocked(fs.writeFileSync).mockImplementationOnce((path, _, options) => {
      writeFileSync(path, '', options)
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    })
    expect(() => lockFile(file)).toThrow('no space')
    expect(fs.readdirSync(directory)).toEqual([])
  })

  it('is given up if it is neither free nor there, however often it is looked for', () => {
    let asked = 0
    jest.mocked(fs.linkSync).mockImplementation(() => {
      if (++asked > 10_000) throw new Error('it never ends')
      throw Object.assign(new Error('there is one'), { code: 'EEXIST' })
    })
    expect(() => lockFile(file)).toThrow('other processes keep taking and releasing its lock; try again')
    jest.mocked(fs.linkSync).mockImplementation(linkSync)
    expect(fs.readdirSync(directory)).toEqual([])
  })

  it.each([
    ['a link', (path: string) => fs.symlinkSync('/dev/zero', path), 'ELOOP'],
    ['a pipe', (path: string) => execFileSync('mkfifo', [path]), 'its lock is a pipe'],
  ])('is not read if %s took its place at the last moment', (_, make, said) => {
    writeFileSync(lock, another)
    jest.mocked(fs.lstatSync).mockImplementationOnce((...args) => {
      const found = lstatSync(...args)
      rmSync(lock)
      make(lock)
      return found
    })
    expect(() => lockFile(file)).toThrow(said)
    onlyTheLock()
  })

  it('is released without an error, even if it cannot be read or removed', () => {
    const held = lockFile(file)
    jest.mocked(fs.rmSync).mockImplementationOnce(() => {
      throw Object.assign(new Error('the disk is read-only'), { code: 'EROFS' })
    })
    held.release()
    onlyTheLock()
    jest.mocked(fs.lstatSync).mockImplementationOnce(() => {
      throw Object.assign(new Error('not for you'), { code: 'EACCES' })
    })
    held.release()
    onlyTheLock()
    held.release()
    expect(fs.readdirSync(directory)).toEqual([])
  })

  it('is released by its owner alone', () => {
    const held = lockFile(file)
    writeFileSync(lock, another)
    held.release()
    expect(fs.readFileSync(lock, 'utf8')).toBe(another)
    fs.rmSync(lock)
    lockFile(file).release()
    expect(fs.existsSync(lock)).toBe(false)
  })
})
