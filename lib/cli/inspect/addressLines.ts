import type { Inspection } from '../../devtools.js'
import { column, plural, printable } from '../formatText.js'
import { type Colors, type Line, printLine } from '../styledLine.js'

/** An address that opens a page, the first or a later one. */
export interface Address {
  readonly address: string
  readonly index: number
  readonly tape: string
  readonly inspection: Inspection
}

/** What is shown of a tape, in words. */
const extent = ({ requests, dropped }: Inspection): string =>
  plural(requests.length, 'request') +
  (dropped === 0 ? '' : `; ${plural(dropped, 'earlier entry', 'earlier entries')} omitted`)

/** The lines for a person. Addresses are not cut to the width, so that they can be opened. */
export const addressLines = ({ address, index, tape, inspection }: Address, colors: Colors): string => {
  const field = (name: string, value: string): Line => [['faint', ` ${column(name, 12)}`], value]
  const lines: ReadonlyArray<Line> =
    index > 0
      ? [field('another page', address)]
      : [
          [
            ['title', ' rxbank inspect'],
            ['faint', '  Ctrl-C to end'],
          ],
          [],
          field('tape', ` ${printable(tape)}, ${extent(inspection)}`),
          field('open it', ` ${address}`),
        ]
  return lines.map((line) => printLine(colors, line, Infinity)).join('\n')
}

/** What a program needs to open the page, as one line of JSON. */
export const addressJson = ({
  address,
  inspection,
  time,
}: Pick<Address, 'address' | 'inspection'> & { readonly time: Date }): string =>
  JSON.stringify({ time, type: 'Address', address, requests: inspection.requests.length })
