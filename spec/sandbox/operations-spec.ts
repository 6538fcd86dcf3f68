import type { Operation } from '../../lib/profile/Operation.js'
import { type OperationKey, operationTable } from '../../lib/profile/operations.js'
import { operations } from '../../lib/sandbox/operations.js'

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
  it('are those of the client', () => {
    expect(Object.keys(operations).sort()).toEqual(Object.keys(operationTable).sort())
  })

  it.each(Object.entries(operationTable))('has %s as the client knows it', (key, row: Operation) => {
    const { list = false, method = 'GET', ...served } = operations[key as OperationKey]
    expect(known({ ...served, method }, list)).toEqual(known(row, row.answer === 'list'))
  })
})
