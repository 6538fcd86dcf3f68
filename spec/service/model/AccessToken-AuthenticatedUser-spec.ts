import { right } from 'fp-ts/lib/Either.js'
import { authenticatedUser } from '../../../lib/service/model/AccessToken.js'
import { isTotal, refusesEachField, roundTrips } from '../../base/codec/laws.js'
import { samples } from './samples.js'

describe('authenticatedUser', () => {
  it('keeps the laws', () => {
    roundTrips(authenticatedUser)
    isTotal(authenticatedUser)
  })

  it('requires only what is sure, and refuses each field of a wrong type', () => {
    refusesEachField(authenticatedUser, { uuid: samples.user.uuid })
    expect(authenticatedUser.decode({ uuid: samples.user.uuid })).toStrictEqual(right({ uuid: samples.user.uuid }))
  })

  it('decodes the user of the current and of the earlier method', () => {
    for (const user of [samples.user, samples.earlierUser, { ...samples.user, external_user_id: null }])
      expect(authenticatedUser.decode(user)).toStrictEqual(right(user))
  })
})
