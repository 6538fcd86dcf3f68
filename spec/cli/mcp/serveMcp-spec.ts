import { requestId } from '../../../lib/cli/mcp/serveMcp.js'

const idOf = (line: string) => requestId({ start: line.slice(0, 40), end: line.slice(-40) })

describe('requestId', () => {
  it.each([
    ['first', '{"id":7,"method":"x","params":{}}', 7],
    ['after the version', '{"jsonrpc":"2.0","id":"a-b","method":"x"}', 'a-b'],
    ['last', '{"method":"x","params":{"a":1},"jsonrpc":"2.0","id":-3}\n', -3],
    ['before the version', '{"method":"x","params":{"a":1},"id":0,"jsonrpc":"2.0"}\n', 0],
    ['with spaces', ' { "jsonrpc" : "2.0" , "id" : 12 , "method" : "x" }', 12],
  ])('finds an id %s', (_, line, expected) => {
    expect(idOf(line)).toBe(expected)
  })

  it.each([
    ['of a parameter', '{"method":"x","params":{"a":1,"id":5}}\n'],
    ['in a text', '{"method":"x","params":{"text":"a,\\"id\\":5}"}}\n'],
    ['that is no number of JSON', '{"id":007,"method":"x"}'],
    ['with an escape', '{"id":"\\x","method":"x"}'],
    ['of a notification', '{"jsonrpc":"2.0","method":"x"}\n'],
    ['of no JSON', 'xxxxx'],
  ])('finds no id %s', (_, line) => {
    expect(idOf(line)).toBeUndefined()
  })
})
