import { faults } from './faults.js'
import { type PrintedLine, start, type Wanted } from './run/createRun.js'

/** A scene with what it has printed until a moment. */
export interface Played extends Wanted {
  readonly title: string
  readonly source: string
  readonly lines: ReadonlyArray<PrintedLine>
}

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

const steps = ({ faults: added, moment }: Wanted): ReadonlyArray<string> => {
  const until = added.filter(({ at }) => at <= moment)
  const froms = [0, ...until.map(({ at }) => at)]
  return [
    ...until.flatMap(({ name, at }, index) => [
      `  clock.advance(${String(at - (froms[index] ?? 0))})`,
      `  sandbox.faults.add(${JSON.stringify(faults[name])})`,
    ]),
    `  clock.advance(${String(moment - (froms.at(-1) ?? 0))})`,
  ]
}

/**
 * A scene as a spec for jest, or for any runner with `it` and `expect`: it plays the scene with virtual time until the
 * moment, and expects the lines that were printed.
 */
export const asTest = (played: Played): string => {
  const { title, source, seed, lines } = played
  const program = source.replace(/^import type \{ Stage \} from .*\n/m, '').trim()
  return `import { createVirtualClock as virtualClock, type VirtualClock } from 'rxbank'
import { createInspector as inspectorOf, type Inspector } from 'rxbank/devtools'
${program}

interface Stage {
  readonly clock: VirtualClock
  readonly seed: number
  readonly inspector: Inspector
  readonly print: (text: string) => void
}

it(${quoted(title)}, () => {
  const clock = virtualClock({ start: ${String(start)} }) // ${new Date(start).toISOString()}
  const lines: Array<string> = []
  const print = (text: string) => lines.push(\`\${clock.monotonic()} ms: \${text}\`)
  ${played.faults.length > 0 ? 'const sandbox = ' : ''}scene({ clock, seed: ${String(seed)}, inspector: inspectorOf({ clock }), print })
${steps(played).join('\n')}
  expect(lines).toEqual([
${lines.map(({ at, text }) => `    ${quoted(`${String(at)} ms: ${text}`)},\n`).join('')}  ])
})
`
}
