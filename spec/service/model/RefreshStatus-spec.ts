import { right } from 'fp-ts/lib/Either.js'
import { refreshStatus } from '../../../lib/service/model/RefreshStatus.js'
import { isTotal, refusesEachField, roundTrips } from '../../base/codec/laws.js'
import { samples } from './samples.js'

describe('refreshStatus', () => {
  it('keeps the laws', () => {
    roundTrips(refreshStatus)
    isTotal(refreshStatus)
  })

  it('requires only what is sure, refuses what is shown and of a wrong type, and keeps what is assumed', () => {
    refusesEachField(refreshStatus, {})
    expect(refreshStatus.decode({})).toStrictEqual(right({}))
  })

  it('decodes an answer', () => {
    const refreshed_at = new Date(samples.refreshStatus.refreshed_at)
    expect(refreshStatus.decode(samples.refreshStatus)).toStrictEqual(right({ ...samples.refreshStatus, refreshed_at }))
  })

  it('decodes a question to the user', () => {
    const asking = { status: 'info_required', mfa: { type: null, label: 'Code', is_numeric: true } }
    expect(refreshStatus.decode(asking)).toStrictEqual(right(asking))
  })
})
