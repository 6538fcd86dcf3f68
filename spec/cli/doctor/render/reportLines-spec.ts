import fc from 'fast-check'
import picocolors from 'picocolors'
import type { DoctorReport, Finding, OperationReport } from '../../../../lib/cli/doctor/DoctorReport.js'
import { reportLines } from '../../../../lib/cli/doctor/render/reportLines.js'
import { printLine, widthOf } from '../../../../lib/cli/styledLine.js'
import { always, practice } from '../practice.js'

const colors = picocolors.createColors(false)
const text = (report: DoctorReport, width: number): string =>
  reportLines(report, width)
    .map((line) => printLine(colors, line, width))
    .join('\n')

const report = practice().examine()

describe('reportLines', () => {
  it('fits into every width, and loses nothing of it', () => {
    const words = fc.string({ unit: 'grapheme', maxLength: 60 })
    const verdict = fc.constantFrom('ok', 'warning', 'failure', 'skipped')
    const finding: fc.Arbitrary<Finding> = fc.record({ verdict, message: words, advice: fc.option(words) })
    const path = fc.string({ unit: fc.constantFrom('a', 'b', '_', '.', '[]'), minLength: 1, maxLength: 80 })
    const operation: fc.Arbitrary<OperationReport> = fc.record({
      operation: fc.constantFrom('banks.list', 'accounts.transactions.updated'),
      access: fc.constantFrom('public', 'user'),
      path: fc.constant(null),
      outcome: fc.constantFrom('answered', 'undecoded', 'refused', 'unanswered', 'misled', 'not-tried'),
      verdict,
      reason: fc.option(words),
      status: fc.option(fc.integer({ min: 100, max: 599 })),
      duration: fc.option(fc.integer({ min: 0, max: 100_000 })),
      size: fc.constant(null),
      pages: fc.nat(2),
      rows: fc.nat(1000),
      hasNext: fc.option(fc.boolean()),
      mismatches: fc.array(fc.record({ path: words, expected: words }), { maxLength: 3 }),
      unknownFields: fc.array(
        fc.record({ path, types: fc.constant(['null', 'string']), count: fc.nat(50), total: fc.nat(50) }),
        { maxLength: 3 },
      ),
      missingFields: fc.array(fc.record({ path, required: fc.boolean(), count: fc.nat(50), total: fc.nat(50) }), {
        maxLength: 3,
      }),
      differingFields: fc.array(fc.record({ path, expected: words, count: fc.nat(50) }), { maxLength: 3 }),
      fits: fc.constant([]),
    })
    const made: fc.Arbitrary<DoctorReport> = fc.record({
      report: fc.constant(1),
      verdict,
      first: fc.option(words),
      complete: fc.boolean(),
      service: fc.constant(report.service),
      requests: fc.nat(45),
      duration: fc.nat(1e6),
      settings: fc.array(fc.record({ name: words, label: words, source: fc.option(words) }), { maxLength: 3 }),
      areas: fc.array(
        fc.record({ name: fc.constantFrom('clock', 'reachability'), verdict, findings: fc.array(finding) }),
        { maxLength: 3 },
      ),
      operations: fc.array(operation, { maxLength: 4 }),
    })
    fc.assert(
      fc.property(made, fc.integer({ min: 30, max: 160 }), (each, width) => {
        for (const line of reportLines(each, width)) {
          const printed = printLine(colors, line, width)
          expect(Array.from(printed).length).toBeLessThanOrEqual(width)
          expect(widthOf(line)).toBeLessThanOrEqual(width)
          expect(printed).not.toMatch(/[\p{Cc}\u202e]/u)
        }
        for (const { unknownFields } of each.operations)
          for (const field of unknownFields) expect(text(each, width).replace(/\s+/g, '')).toContain(field.path)
      }),
    )
  })

  it('says what to do at its end', () => {
    const wrong = practice().examine({ http: always(401, '{}') })
    expect(text(wrong, 200).split('\n').slice(-2)).toStrictEqual([
      expect.stringMatching(/^✗ Something is wrong\. 4 requests in .*\.$/),
      '→ Do this first: check the client id, and that it is for this service',
    ])
    expect(text(wrong, 200)).toContain('unknown: no request succeeded\n')
    expect(text(report, 80)).toMatch(/\n✓ Everything works\. \d+ requests in [^;]*\.$/)
    const stopped = { ...report, complete: false }
    expect(text(stopped, 80)).toMatch(/\n✓ Everything works so far\. .*; incomplete\.$/)
    expect(text({ ...stopped, verdict: 'warning' }, 80)).toMatch(/\n! It works so far, with warnings\. /)
  })

  it('names the settings that are given, and those that would help', () => {
    const setting = (name: string, source: string | null) => ({ name, label: name, source })
    const settings = [setting('clientId', 'HERE'), setting('clientSecret', null), setting('userUuid', null)]
    const lines = text({ ...report, settings }, 80).split('\n')
    expect(lines.slice(3, 7)).toStrictEqual([
      'Settings',
      '  clientId       HERE',
      '  clientSecret   not given',
      '  user           not given',
    ])
  })

  it('does not list what was not tried if nothing was', () => {
    expect(text(report, 80)).toContain('\nNot tried\n')
    const operations = report.operations.map((each) => ({ ...each, outcome: 'not-tried' as const }))
    expect(text({ ...report, operations }, 80)).not.toMatch(/\n(Not tried|Operations)\n/)
  })

  it('tells of fields once if they are the same', () => {
    expect(text(report, 80)).toContain('\n  transactions.list, transactions.updated\n    clean_description')
  })
})
