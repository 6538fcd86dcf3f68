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
      `clock.advance(${String(at - (froms[index] ?? 0))})`,
      `sandbox.faults.add(${JSON.stringify(faults[name])})`,
    ]),
    `clock.advance(${String(moment - (froms.at(-1) ?? 0))})`,
  ]
}

/** The program of a scene, and the type of its parameter. */
const declarations = (
  source: string,
): string => `import { createVirtualClock as virtualClock, type VirtualClock } from 'rxbank'
import { createInspector as inspectorOf, type Inspector } from 'rxbank/devtools'
${source.replace(/^import type \{ Stage \} from .*\n/m, '').trim()}

interface Stage {
  readonly clock: VirtualClock
  readonly seed: number
  readonly inspector: Inspector
  readonly print: (text: string) => void
}
`

const clockLine = `const clock = virtualClock({ start: ${String(start)} }) // ${new Date(start).toISOString()}`

const sceneLine = ({ faults: added, seed }: Wanted): string =>
  `${added.length > 0 ? 'const sandbox = ' : ''}scene({ clock, seed: ${String(seed)}, inspector: inspectorOf({ clock }), print })`

/** A scene as a program for a file, such as `scene.mts`: it plays the scene with virtual time until the moment. */
export const asProgram = (played: Omit<Played, 'lines' | 'title'>): string => `${declarations(played.source)}
${clockLine}
const print = (text: string) => console.log(\`\${clock.monotonic() / 1000} s: \${text}\`)
${[sceneLine(played), ...steps(played)].join('\n')}
`

/**
 * A scene as a spec for jest, or for any runner with `it` and `expect`: it plays the scene with virtual time until the
 * moment, and expects the lines that were printed.
 */
export const asTest = (played: Played): string => `${declarations(played.source)}
it(${quoted(played.title)}, () => {
  ${clockLine}
  const lines: Array<string> = []
  const print = (text: string) => lines.push(\`\${clock.monotonic()} ms: \${text}\`)
${[sceneLine(played), ...steps(played)].map((line) => `  ${line}\n`).join('')}  expect(lines).toEqual([
${played.lines.map(({ at, text }) => `    ${quoted(`${String(at)} ms: ${text}`)},\n`).join('')}  ])
})
`
