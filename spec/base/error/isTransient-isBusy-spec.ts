import { none } from 'fp-ts/lib/Option.js'
import { clientErrorFromJson } from '../../../lib/base/error/clientErrorFromJson.js'
import { isBusy, isTransient } from '../../../lib/base/error/isTransient.js'
import { StatusError } from '../../../lib/base/error/StatusError.js'

const answered = (status: number, fields: Partial<StatusError> = {}): StatusError =>
  new StatusError({
    operation: 'accounts.list',
    page: none,
    status,
    type: none,
    detail: none,
    retryAfter: none,
    ...fields,
  })

const isBoth = (error: StatusError) => [isBusy(error), isTransient(error)]

describe('isBusy', () => {
  it.each([409, 423])('is a %d to a request that is safe to send again, which is transient', (status) => {
    expect(isBoth(answered(status, { idempotent: true }))).toEqual([true, true])
    expect(isBoth(answered(status))).toEqual([false, false])
  })

  it('survives the JSON form', () => {
    const read = clientErrorFromJson(JSON.parse(JSON.stringify(answered(409, { idempotent: true }))))
    expect(read).toMatchObject({ right: { idempotent: true } })
    expect(isTransient((read as { readonly right: unknown }).right)).toBe(true)
  })

  it('is no other status, and no page of a firewall', () => {
    expect(
      [400, 401, 403, 404, 410, 422, 503].filter((status) => isBusy(answered(status, { idempotent: true }))),
    ).toEqual([])
    expect(isBoth(answered(409, { idempotent: true, isServiceResponse: false }))).toEqual([false, true])
  })
})
