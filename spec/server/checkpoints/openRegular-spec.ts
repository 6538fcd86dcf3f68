import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { NotRegularFile, openRegular } from '../../../lib/server/checkpoints/openRegular.js'
import { temporaryFolder } from '../../helpers/temporaryFolder.js'

const path = temporaryFolder()

const refusal = (file: string, follow: boolean): unknown => {
  try {
    closeSync(openRegular(file, { follow }))
  } catch (error) {
    return error instanceof NotRegularFile ? error.kind : (error as NodeJS.ErrnoException).code
  }
  return 'opened'
}

describe('openRegular', () => {
  it('opens a file to be read', () => {
    writeFileSync(path('file'), 'text')
    const fd = openRegular(path('file'), { follow: false })
    expect(readFileSync(fd, 'utf8')).toBe('text')
    closeSync(fd)
  })

  it('follows a link if it is told to', () => {
    writeFileSync(path('file'), '')
    symlinkSync('file', path('link'))
    symlinkSync('nowhere', path('dangling'))
    expect(['link', 'dangling'].map((name) => refusal(path(name), true))).toEqual(['opened', 'ENOENT'])
    expect(['link', 'dangling'].map((name) => refusal(path(name), false))).toEqual(Array(2).fill('a symbolic link'))
  })

  it.each([true, false])('refuses all else at once, and leaves nothing open (follow: %p)', (follow) => {
    mkdirSync(path('folder'))
    execFileSync('mkfifo', [path('pipe')])
    const open = readdirSync('/proc/self/fd').length
    const kinds = [path('folder'), path('pipe'), '/dev/zero', path('none')].map((file) => refusal(file, follow))
    expect(kinds).toEqual(['a directory', 'a pipe', 'a device', 'ENOENT'])
    expect(readdirSync('/proc/self/fd')).toHaveLength(open)
  })
})
