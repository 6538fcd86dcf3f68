import { stripVTControlCharacters } from 'node:util'
import { statusLine } from '../../../lib/cli/output/statusLine.js'

const terminal = (isTTY: boolean, columns = 20) => {
  const writes: Array<string> = []
  return { writes, stream: { isTTY, columns, write: (text: string) => writes.push(text) > 0 } }
}

describe('statusLine', () => {
  it('draws over what it drew before, and clears it', () => {
    const { writes, stream } = terminal(true)
    const status = statusLine(stream, {})
    status.show(['one'])
    status.show(['two'])
    status.clear()
    status.clear()
    expect(writes).toStrictEqual(['\rone\x1b[K', '\rtwo\x1b[K', '\r\x1b[K'])
  })

  it('never fills a line, whose end could wrap', () => {
    const { writes, stream } = terminal(true, 10)
    statusLine(stream, {}).show(['0123456789'])
    expect(stripVTControlCharacters(writes.join('')).trim()).toBe('01234567…')
  })

  it('takes the width of now, and 80 columns if none is known', () => {
    const { writes, stream } = terminal(true, 0)
    const status = statusLine(stream, {})
    status.show(['x'.repeat(100)])
    stream.columns = 5
    status.show(['x'.repeat(100)])
    expect(writes.map((text) => stripVTControlCharacters(text).trim().length)).toStrictEqual([79, 4])
  })

  it.each([
    [false, {}],
    [true, { TERM: 'dumb' }],
  ])('writes nothing if nothing can be drawn over (%j, %j)', (isTTY, env) => {
    const { writes, stream } = terminal(isTTY)
    const status = statusLine(stream, env)
    status.show(['one'])
    status.clear()
    expect(writes).toStrictEqual([])
  })

  it('notes what must be known in a line of its own if nothing can be drawn over', () => {
    const { writes, stream } = terminal(false, 5)
    statusLine(stream, {}).note(['again: ', ['notable', 'no response in time']])
    expect(writes).toStrictEqual(['again: no response in time\n'])
    statusLine({ ...stream, isTTY: true }, {}).note(['two'])
    expect(writes[1]).toBe('\rtwo\x1b[K')
  })
})
