import { bridge2025 } from '../../../lib/service/profile/bridge2025.js'
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
    const others = ['categoryInsights', 'connectItemConfirmation', 'connectItemSync', 'deleteUsers']
    expect(Object.keys(operations).sort()).toEqual([...Object.keys(operationTable), ...others].sort())
  })

  it.each(Object.entries(operationTable))('has %s as the client knows it', (key, row: Operation) => {
    const { list = false, method = 'GET', ...served } = operations[key as OperationKey]
    expect(known({ ...served, method }, list)).toEqual(known(row, row.answer === 'list'))
  })
})

describe('the operations of a stage of its own', () => {
  const placed = new Map(routes2025.map((route) => [route.name, route]))
  const { paths, methods } = bridge2025 as ServiceInterface

  it.each(Object.entries(paths))('have %s where the profile has it', (key, path) => {
    const name = key as OperationKey
    const route = placed.get(name)
    expect(route?.path).toBe(path?.split('?')[0])
    if (route === undefined) return
    const { access, method, answer }: Operation = operationTable[name]
    expect([route.access, route.method, route.list === true]).toEqual([
      access,
      methods?.[name] ?? method,
      answer === 'list',
    ])
  })
})
