import { concatMap, defer, type OperatorFunction } from 'rxjs'

/** An event of a stream of server-sent events. */
export interface Frame {
  readonly id: string
  readonly data: string
}

/**
 * Reads server-sent events from their text, which may be split into pieces anywhere. Each event has one line of data.
 * Events without data, such as comments, and incomplete events are skipped.
 */
export const readFrames = (): OperatorFunction<string, Frame> => (source) =>
  defer(() => {
    let partialLine = ''
    const fields = new Map<string, string>()

    const readLine = (line: string): ReadonlyArray<Frame> => {
      if (line !== '') {
        const colon = line.indexOf(':')
        fields.set(line.slice(0, colon), line.slice(colon + 1).replace(/^ /, ''))
        return []
      }
      const { id = '', data } = Object.fromEntries(fields)
      fields.clear()
      return data === undefined ? [] : [{ id, data }]
    }

    return source.pipe(
      concatMap((chunk) => {
        const [first = '', ...lines] = chunk.split('\n')
        partialLine += first
        if (lines.length === 0) return []
        const completeLines = [partialLine, ...lines.slice(0, -1)]
        partialLine = lines.at(-1) ?? ''
        return completeLines.flatMap(readLine)
      }),
    )
  })
