import { requestIdHeader } from '../../../lib/service/profile/requestIdHeader.js'

describe('requestIdHeader', () => {
  it.each(['X-Request-Id', 'traceparent'])('takes %s', (name) => {
    expect(requestIdHeader.is(name)).toBe(true)
  })

  it.each(['Authorization', 'client-secret', 'Cookie', 'Host', 'a b', '', 'x\n', 7])('refuses %j', (name) => {
    expect(requestIdHeader.is(name)).toBe(false)
  })
})
