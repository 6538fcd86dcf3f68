import type { Inspection } from '../../adapters/devtools/Inspection.js'
import { column, plural, printable } from '../formatText.js'
import { type Colors, type Line, printLine } from '../styledLine.js'

/** An address that opens a page, the first or a later one. */
export interface Address {
  readonly address: string
  readonly index: number
  readonly tape: string
  readonly inspection: Inspection
}

/** Says how many requests of a tape the page shows. */
const describeTape = ({ requests, dropped }: Inspection): string =>
  plural(requests.length, 'request') +
  (dropped === 0 ? '' : `; ${plural(dropped, 'earlier entry', 'earlier entries')} omitted`)

/** The lines for a terminal. Addresses are not cut, so that they can be opened. */
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
          field('tape', ` ${printable(tape)}, ${describeTape(inspection)}`),
          field('open it', ` ${address}`),
        ]
  return lines.map((line) => printLine(colors, line, Infinity)).join('\n')
}

/** The address as one line of JSON, for programs. */
export const addressJson = ({
  address,
  inspection,
  time,
}: Pick<Address, 'address' | 'inspection'> & { readonly time: Date }): string =>
  JSON.stringify({ time, type: 'Address', address, requests: inspection.requests.length })
