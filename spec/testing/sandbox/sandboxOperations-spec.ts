import { bridge2025 } from '../../../lib/service/bridge/bridge2025.js'
import type { Operation } from '../../../lib/service/profile/Operation.js'
import { type OperationKey, operationTable } from '../../../lib/service/profile/operations.js'
import type { ServiceInterface } from '../../../lib/service/profile/ServiceProfile.js'
import { routes2025 } from '../../../lib/testing/sandbox/bridge2025/routes2025.js'
import { operations } from '../../../lib/testing/sandbox/sandboxOperations.js'

type Known = Pick<Operation, 'method' | 'access' | 'since' | 'until'>

/** What the client and the sandbox, each in a table of its own, know of an operation. */
const known = ({ method, access, since, until }: Known, isList: boolean) => ({
  method,
  access,
  isList,
  since,
  until,
})

describe('the operations of the sandbox', () => {
  it('are those of the client, and those that only other clients ask for', () => {
    const others = ['connectItemConfirmation', 'connectItemSync', 'deleteUsers']
    expect(Object.keys(operations).sort()).toEqual([...Object.keys(operationTable), ...others].sort())
  })

  it('has each operation as the client knows it', () => {
    const rows = Object.entries(operationTable) as ReadonlyArray<[OperationKey, Operation]>
    const served = rows.map(([key]) => {
      const { list = false, method = 'GET', ...rest } = operations[key]
      return [key, known({ ...rest, method }, list)]
    })
    expect(served).toEqual(rows.map(([key, row]) => [key, known(row, row.response === 'list')]))
  })
})

describe('the operations of an API version of its own', () => {
  const placed = new Map(routes2025.map((route) => [route.name, route]))
  const { paths, methods } = bridge2025 as ServiceInterface

  it('are where the profile has them', () => {
    const keys = Object.keys(paths) as ReadonlyArray<OperationKey>
    const shown = (route: { readonly path: string } & Known, isList: boolean) => [
      route.path,
      route.access,
      route.method,
      isList,
    ]
    const served = keys.map((key) => {
      const route = placed.get(key)
      return [key, route && shown(route, route.list === true)]
    })
    const wanted = keys.map((key) => {
      const row: Operation = operationTable[key]
      const path = paths[key]?.split('?')[0]
      return [key, path && shown({ ...row, path, method: methods?.[key] ?? row.method }, row.response === 'list')]
    })
    expect(served).toEqual(wanted)
  })
})
