import { Readable } from 'node:stream'
import fc from 'fast-check'
import { limitLines, type LineEdges } from '../../../lib/cli/mcp/serveMcp.js'

const limited = async (chunks: ReadonlyArray<Buffer>, maxSize: number) => {
  const tooLong: Array<LineEdges> = []
  const stream = Readable.from(chunks).pipe(limitLines(maxSize, (edges) => tooLong.push(edges)))
  const passed = await stream.toArray()
  return { passed: passed.map(String).join(''), tooLong }
}

/** The bytes of a text, cut into chunks at some of their places. */
const chunksOf = (text: string, size: number): ReadonlyArray<Buffer> => {
  const bytes = Buffer.from(text)
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
}

describe('limitLines', () => {
  it('passes short lines and tells of long ones, however the bytes arrive', async () => {
    const line = fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.replaceAll('\n', ' '))
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 50 }), async (lines, size) => {
        const whole = lines.map((text) => `${text}\n`)
        const { passed, tooLong } = await limited(chunksOf(whole.join(''), size), 20)
        const isShort = (text: string) => Buffer.byteLength(text) <= 20
        expect(passed).toBe(whole.filter(isShort).join(''))
        expect(tooLong.map(({ start, end }) => `${start}${end}`)).toEqual(whole.filter((text) => !isShort(text)))
      }),
    )
  })

  it('keeps the ends of a long line alone', async () => {
    const long = `first${'x'.repeat(3_000_000)}last\n`
    const { passed, tooLong } = await limited(chunksOf(`a\n${long}b\n`, 65_536), 1_000_000)
    expect(passed).toBe('a\nb\n')
    expect(tooLong).toEqual([{ start: long.slice(0, 1000), end: long.slice(-1000) }])
  })
})
