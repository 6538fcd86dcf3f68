import { described } from '../../../lib/service/profile/described.js'
import type { Operation } from '../../../lib/service/profile/Operation.js'
import { operationTable } from '../../../lib/service/profile/operations.js'

const rows: ReadonlyArray<readonly [string, Operation]> = Object.entries(operationTable)

describe('operationTable', () => {
  it.each(rows)('has %s in the place of its key', (key, row) => {
    expect(row.key).toBe(key)
  })

  it('has no two operations of one name that a stage has both, but for the two forms', () => {
    const names = rows.filter(([, { until }]) => until === undefined).map(([, { name }]) => name)
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual(['bankForm.url'])
  })

  it.each(rows.filter(([, { updatesOf }]) => updatesOf !== undefined))('has the list that %s updates', (_, row) => {
    const list = (operationTable as Readonly<Record<string, Operation>>)[row.updatesOf ?? '']
    expect(list).toMatchObject({ answer: 'list', access: row.access, of: row.of })
    expect(row.name).toBe(`${(list?.name ?? '').replace(/\.list$/, '')}.updated`)
  })

  it.each(rows)('%s is about something where its path names it', (key, { about }) => {
    const path = described.paths[key as keyof typeof described.paths]
    if (path !== null) expect(path.includes(':id')).toBe(about !== undefined)
  })
})
