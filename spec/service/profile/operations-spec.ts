import { documentedProfile } from '../../../lib/service/profile/documentedProfile.js'
import type { Operation } from '../../../lib/service/profile/Operation.js'
import { operationTable } from '../../../lib/service/profile/operations.js'

const rows: ReadonlyArray<readonly [string, Operation]> = Object.entries(operationTable)

describe('operationTable', () => {
  it('has each operation in the place of its key', () => {
    expect(rows.filter(([key, row]) => row.key !== key)).toEqual([])
  })

  it('has no two operations of one name in an API version, except the two forms', () => {
    const names = rows.filter(([, { until }]) => until === undefined).map(([, { name }]) => name)
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual(['bankForm.url'])
  })

  it('has the list that each list of updates is about', () => {
    const updates = rows.flatMap(([, row]) => (row.updatesOf === undefined ? [] : [row]))
    expect(updates).not.toEqual([])
    for (const row of updates) {
      const list = (operationTable as Readonly<Record<string, Operation>>)[row.updatesOf ?? '']
      expect(list).toMatchObject({ response: 'list', access: row.access, resource: row.resource })
      expect(row.name).toBe(`${(list?.name ?? '').replace(/\.list$/, '')}.updated`)
    }
  })

  it('names the subject of each operation whose path has an id', () => {
    const wrong = rows.filter(([key, { subject }]) => {
      const path = documentedProfile.paths[key as keyof typeof documentedProfile.paths]
      return path !== null && path.includes(':id') !== (subject !== undefined)
    })
    expect(wrong).toEqual([])
  })
})
