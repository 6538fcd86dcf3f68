import { readFileSync } from 'node:fs'
import { memberNames, plain, tableRows } from '../../docs/guides/tables.js'
import { serviceCommand } from '../../helpers/serviceCommand.js'
import { practice } from './practice.js'

const guide = 'docs/guides/command-line.md'
const [, text = ''] = readFileSync(guide, 'utf8').split(/^## The doctor$/m)
const types = 'lib/cli/doctor/DoctorReport.ts'

const firstCells = (head: string): ReadonlyArray<string> => tableRows(guide, head).map(([cell]) => plain(cell))

/** What differs from run to run: how long things took. */
const timeless = (report: string): string => report.replace(/\d+(\.\d)? m?s\b/g, 'a while').replace(/ +$/gm, '')

describe('the guide to the doctor', () => {
  const { run } = serviceCommand()

  it.each([
    ['Field', 'DoctorReport'],
    ['Field of an operation', 'OperationReport'],
  ])('lists under "%s" the members of a %s, in their order', (head, name) => {
    const members = memberNames(types, name)
    expect([...firstCells(head)].sort()).toStrictEqual([...members].sort())
  })

  it('lists every outcome and every area', () => {
    const outcomes = /export type Outcome =([^]*?)\n\n/.exec(readFileSync(types, 'utf8'))?.[1] ?? ''
    expect(firstCells('Outcome')).toStrictEqual(Array.from(outcomes.matchAll(/'([\w-]+)'/g), ([, word]) => word))
    expect(firstCells('Area')).toStrictEqual(
      practice()
        .examine()
        .areas.map(({ name }) => name),
    )
  })

  it('shows what is written', async () => {
    const [, sample = ''] = /```text\n([^]*?)```/.exec(text) ?? []
    const { code, stdout } = await run(['doctor'], { RXBANK_CLIENT_SECRET: 'mistyped' })
    expect(code).toBe(1)
    expect(timeless(stdout.slice(stdout.indexOf('Verdict')))).toBe(timeless(sample))
  })

  it('has commands that parse', async () => {
    const lines = Array.from(text.matchAll(/^rxbank ([^|>\n]*)/gm), ([, words = '']) => words.trim().split(' '))
    expect(lines.length).toBeGreaterThan(3)
    for (const words of lines) {
      const { code, stderr } = await run(words, { RXBANK_CLIENT_ID: '' })
      expect([code, stderr]).toStrictEqual([2, expect.stringMatching(/^error: missing settings: client id/)])
    }
  })
})
