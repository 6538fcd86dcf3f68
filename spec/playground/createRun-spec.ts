import { readFileSync } from 'node:fs'
import { some } from 'fp-ts/lib/Option.js'
import { asProgram, asTest } from '../../docs/playground/src/asTest.js'
import { createRun, type PrintedLine, start } from '../../docs/playground/src/run/createRun.js'
import { scene } from '../../docs/playground/src/scenes/pages.js'

const faults = [
  { name: '503', at: 1500 },
  { name: 'slow', at: 9000 },
] as const
const wanted = { seed: 1, moment: 12_000, faults }

const played = (...moments: ReadonlyArray<number>): ReadonlyArray<PrintedLine> => {
  const run = createRun(scene, 1)
  for (const moment of [...moments, wanted.moment]) run.goTo({ ...wanted, moment })
  return run.lines
}

describe('a scene', () => {
  it('goes the same way in one step and in many, and another with other faults', () => {
    expect(played(1, 1500, 3000, 8999, 9000, 11_111)).toEqual(played())
    const plain = createRun(scene, 1)
    plain.goTo({ ...wanted, faults: [] })
    expect(plain.lines).not.toEqual(played())
  })

  it('tells what the inspector knows until its own moment, not until the last event', () => {
    const run = createRun(scene, 1)
    run.goTo({ seed: 1, moment: 20_000, faults: [] })
    expect(run.lines.at(-1)?.at).toBe(14_500)
    expect(run.inspection()).toMatchObject({ last: some(new Date(start + 20_000)) })
  })

  it('knows where it can come to without a new beginning', () => {
    const run = createRun(scene, 1)
    run.goTo(wanted)
    expect(run.leadsTo({ ...wanted, moment: 12_001 })).toBe(true)
    expect(run.leadsTo({ ...wanted, faults: [...faults, { name: '429', at: 12_000 }] })).toBe(true)
    expect(run.leadsTo({ ...wanted, moment: 11_999 })).toBe(false)
    expect(run.leadsTo({ ...wanted, seed: 2 })).toBe(false)
    expect(run.leadsTo({ ...wanted, faults: faults.slice(1) })).toBe(false)
    expect(run.leadsTo({ ...wanted, faults: [...faults, { name: '429', at: 11_999 }] })).toBe(false)
  })

  it('is a program for a file, which plays it with its faults', () => {
    const source = readFileSync('docs/playground/src/scenes/pages.ts', 'utf8')
    const text = asProgram({ ...wanted, source })
    expect(text).not.toContain('Stage.js')
    expect(text.slice(text.indexOf('\nconst clock =')).split('\n').slice(3)).toEqual([
      'const sandbox = scene({ clock, seed: 1, inspector: inspectorOf({ clock }), print })',
      'clock.advance(1500)',
      'sandbox.faults.add({"kind":"server-error","status":503})',
      'clock.advance(7500)',
      'sandbox.faults.add({"kind":"latency","ms":5000,"side":"response"})',
      'clock.advance(3000)',
      '',
    ])
  })

  it('is a test with its faults at their moments, and the lines that it has printed', () => {
    const source = readFileSync('docs/playground/src/scenes/pages.ts', 'utf8')
    const text = asTest({ ...wanted, title: "a 'title'", source, lines: [{ at: 1, text: 'it\'s \\ "said"' }] })
    expect(text).not.toContain('Stage.js')
    expect(text).toContain("it('a \\'title\\'', () => {")
    expect(text).toContain(`'1 ms: it\\'s \\\\ "said"',`)
    const steps = text
      .slice(text.indexOf('\nit('))
      .split('\n')
      .filter((line) => /^ {2}(clock|sandbox)\./.test(line))
    expect(steps).toEqual([
      '  clock.advance(1500)',
      '  sandbox.faults.add({"kind":"server-error","status":503})',
      '  clock.advance(7500)',
      '  sandbox.faults.add({"kind":"latency","ms":5000,"side":"response"})',
      '  clock.advance(3000)',
    ])
  })
})
