import { callerHeaders } from '../../lib/http/callerHeaders.js'

/** What says who asks, and what the transport says of the message and the connection: the caller may set none of them. */
const reserved = [
  'authorization',
  'proxy-authorization',
  'client-id',
  'client-secret',
  'cookie',
  'host',
  'content-type',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'expect',
  'te',
  'trailer',
]

const titled = (name: string): string => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())

describe('ownHeaders', () => {
  it.each(reserved)('refuses %s, in whatever case', (name) => {
    const spellings = [name, name.toUpperCase(), titled(name)]
    expect(spellings.filter((spelling) => callerHeaders().is({ Accept: 'a', [spelling]: 'x' }))).toEqual([])
  })

  it.each(reserved)('takes what is longer than %s, or shorter', (name) => {
    const others = [`x-${name}`, `${name}-x`, `${name}s`, `${name}.`, name.slice(1)]
    expect(others.filter((other) => !callerHeaders().is({ [other]: 'x' }))).toEqual([])
  })

  it.each(reserved)('takes %s if it alone is allowed', (allowed) => {
    const taken = reserved.filter((name) => callerHeaders(allowed).is({ [titled(name)]: 'x' }))
    expect(taken).toEqual([allowed])
  })

  it('takes what a caller may say of what is wanted', () => {
    const headers = { Accept: 'application/json', 'Accept-Language': 'fr', 'If-None-Match': '"7"', 'X-Trace': '' }
    expect(callerHeaders().is(headers)).toBe(true)
  })
})
