import { readFileSync } from 'node:fs'
import { bridge2025 } from '../../../../lib/bridge.js'
import { dialect2025 } from '../../../../lib/sandbox.js'
import { memberNames, plain, tableRows } from '../../../docs/guides/tables.js'
import { serviceCommand } from '../../../helpers/serviceCommand.js'

const guide = 'docs/guides/command-line.md'
const [, text = ''] = /^## Compare a service with its reference$([^]*?)^## /m.exec(readFileSync(guide, 'utf8')) ?? []

const firstCells = (head: string): ReadonlyArray<string> => tableRows(guide, head).map(([cell]) => plain(cell))

/** What differs when operations are added: how many assumptions there are. */
const withoutCounts = (shown: string): string => shown.replace(/\b\d+ assumptions/g, 'some assumptions')

describe('the guide to evidence', () => {
  const { sandbox, path, run } = serviceCommand({ profile: bridge2025, dialect: dialect2025 })

  it('lists the parts of the file', () => {
    expect(firstCells('Part')).toStrictEqual(memberNames('lib/cli/doctor/evidence/EvidenceFile.ts', 'EvidenceFile'))
  })

  it('shows what is printed', async () => {
    const [, sample = ''] = /```text\n([^]*?)```/.exec(text) ?? []
    const { faults, users } = sandbox()
    faults.add({ kind: 'headers', headers: { 'X-Quota-Remaining': '7', 'X-Quota-Reset': '9' }, times: Infinity })
    // At this API version, the updated transactions are in the same list.
    faults.add({ kind: 'wrong-type', on: 'transactions', row: 3, field: 'amount', value: '-4.99', times: Infinity })
    const user = { RXBANK_PROFILE: 'bridge2025', RXBANK_EXTERNAL_USER_ID: users[0]?.externalUserId ?? '' }
    const { stdout } = await run(['doctor', '--output', path('evidence.json')], user)
    const shown = stdout.slice(stdout.indexOf('Assumptions\n')).replaceAll(path('evidence.json'), 'evidence.json')
    const inLine = (lines: string): string => withoutCounts(lines).replace(/\s+/g, ' ')
    expect(inLine(shown)).toBe(inLine(sample))
  })
})
