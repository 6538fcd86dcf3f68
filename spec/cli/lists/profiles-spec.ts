import { bridge2018 } from '../../../lib/service/bridge/bridge2018.js'
import { bridge2021 } from '../../../lib/service/bridge/bridge2021.js'
import { asTerminal, serviceCommand } from '../../helpers/serviceCommand.js'

const rowsOf = (stdout: string) =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map(
      (line) => JSON.parse(line) as { readonly id: number; readonly parent_name?: string; readonly parent_id?: number },
    )

describe('banks that are nested', () => {
  const { sandbox, run } = serviceCommand({ profile: bridge2018, banks: 700 })
  const profile = { RXBANK_PROFILE: 'bridge2018' }

  it('are written one a line, by banks and by pull', async () => {
    for (const command of [['banks'], ['pull', 'banks', '--limit', '100']]) {
      const { code, stdout } = await run(command, profile)
      const rows = rowsOf(stdout)
      expect([code, new Set(rows.map(({ id }) => id)).size, rows.length]).toEqual([0, 700, 700])
      expect(rows.every(({ parent_name }) => typeof parent_name === 'string')).toBe(true)
    }
    expect(sandbox().journal.entries()).toHaveLength(2 + 7)
  })

  it('are a table on a terminal', async () => {
    const { stdout } = await run(['banks'], { ...profile, ...asTerminal(80, 'stdout') })
    expect(stdout.match(/^ +\d+ {2}[A-Z]{2} /gm)).toHaveLength(700)
  })
})

describe('categories that are nested', () => {
  const { run } = serviceCommand({ profile: bridge2021 })

  it('are written one a line, those below after those above', async () => {
    const { code, stdout } = await run(['categories'], { RXBANK_PROFILE: 'bridge2021' })
    const rows = rowsOf(stdout)
    expect(code).toBe(0)
    const seen = new Set<number>()
    for (const { id, parent_id } of rows) {
      if (parent_id !== undefined) expect(seen.has(parent_id)).toBe(true)
      seen.add(id)
    }
    expect(rows.some(({ parent_id }) => parent_id !== undefined)).toBe(true)
  })

  it('stand below those above in a table', async () => {
    const { stdout } = await run(['categories'], { RXBANK_PROFILE: 'bridge2021', ...asTerminal(80, 'stdout') })
    expect(stdout).toMatch(/^ +315 {2}\S.*\n +\d+ {4}\S/m)
  })
})
