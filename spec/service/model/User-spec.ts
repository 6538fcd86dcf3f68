import { right } from 'fp-ts/lib/Either.js'
import { user } from '../../../lib/service/model/User.js'
import { isTotal, refusesEachField, roundTrips } from '../../base/codec/laws.js'
import { samples } from './samples.js'

describe('user', () => {
  it('keeps the laws', () => {
    roundTrips(user)
    isTotal(user)
  })

  it('requires only what is sure, and refuses each field of a wrong type', () => {
    refusesEachField(user, { uuid: samples.user.uuid })
    expect(user.decode({ uuid: samples.user.uuid })).toStrictEqual(right({ uuid: samples.user.uuid }))
  })

  it('decodes an answer', () => {
    expect(user.decode(samples.user)).toStrictEqual(right(samples.user))
  })

  it('needs no id, and keeps the fields of earlier versions', () => {
    const earlier = { ...samples.earlierUser, resource_uri: '/v2/users/x', resource_type: 'user' }
    expect(user.decode(earlier)).toStrictEqual(right(earlier))
  })
})
