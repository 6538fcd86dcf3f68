import { isTransientStatus } from '../../../lib/base/error/StatusError.js'

describe('isTransientStatus', () => {
  it('is a status that asks to try again', () => {
    const statuses = [0, 200, 302, 400, 401, 403, 404, 408, 409, 410, 425, 429, 499, 500, 503, 599]
    expect(statuses.filter(isTransientStatus)).toEqual([408, 425, 429, 500, 503, 599])
  })
})
