import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeIncompleteLine } from '../../../lib/cli/watch/watchChanges.js'

describe('removeIncompleteLine', () => {
  let directory: string
  let file: string

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'rxbank-lines-'))
    file = join(directory, 'rows.ndjson')
  })

  afterEach(() => {
    rmSync(directory, { recursive: true })
  })

  const long = JSON.stringify({ text: 'é'.repeat(100_000) })

  it.each([
    ['nothing', ''],
    ['whole lines', '{"a":1}\n{"b":2}\n'],
    ['a long whole line', `{"a":1}\n${long}\n`],
    ['lines of another server', 'notes\n'],
  ])('leaves %s as it is', async (_, content) => {
    writeFileSync(file, content)
    expect(await removeIncompleteLine(file)).toBeUndefined()
    expect(readFileSync(file, 'utf8')).toBe(content)
  })

  it.each([
    ['the last one', '{"a":1}\n', '{"b'],
    ['the only one', '', '{'],
    ['a long one', `{"a":1}\n${long}\n`, long.slice(0, -1)],
    ['one that is cut within a character', '{"a":1}\n', Buffer.from('{"b":"é').subarray(0, -1)],
    ['one as long as what is read at once', '{"a":1}\n', `{${'x'.repeat(64 * 1024 - 1)}`],
    ['one that is a byte longer', '{"a":1}\n', `{${'x'.repeat(64 * 1024)}`],
  ])('cuts off half a line: %s', async (_, whole, half) => {
    writeFileSync(file, Buffer.concat([Buffer.from(whole), Buffer.from(half)]))
    expect(await removeIncompleteLine(file)).toBe(
      `removed an incomplete last line of ${file}; its row will be written again`,
    )
    expect(readFileSync(file, 'utf8')).toBe(whole)
  })

  it('ends a line that lacks its end alone', async () => {
    writeFileSync(file, `{"a":1}\n${long}`)
    expect(await removeIncompleteLine(file)).toBeUndefined()
    expect(readFileSync(file, 'utf8')).toBe(`{"a":1}\n${long}\n`)
  })

  it.each(['notes', '{"a":1}\nnotes', '\u0000\u0000'])('refuses what is no line of JSON: %j', async (content) => {
    writeFileSync(file, content)
    await expect(removeIncompleteLine(file)).rejects.toThrow(
      `${file} does not end with a line of JSON; choose another file`,
    )
    expect(readFileSync(file, 'utf8')).toBe(content)
  })

  it('makes no file', async () => {
    expect(await removeIncompleteLine(file)).toBeUndefined()
    expect(existsSync(file)).toBe(false)
  })

  it('leaves what is no file alone', async () => {
    expect(await removeIncompleteLine('/dev/null')).toBeUndefined()
    mkdirSync(file)
    await expect(removeIncompleteLine(file)).rejects.toThrow(`${file} cannot be written: it is a directory`)
  })
})
