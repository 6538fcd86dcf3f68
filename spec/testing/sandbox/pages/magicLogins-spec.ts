import fc from 'fast-check'
import { caseOfLogin } from '../../../../lib/testing/sandbox/pages/magicLogins.js'

describe('a login', () => {
  it.each([
    ['success', { next: 'accepted' }],
    ['ada', { next: 'accepted' }],
    ['constructor', { next: 'accepted' }],
    ['__proto__', { next: 'accepted' }],
    ['0', { next: 'accepted' }],
    ['777', { next: 'accepted' }],
    ['10100', { next: 'accepted' }],
    [' OTP ', { next: 'code', isAccepted: true }],
    ['otp_fail', { next: 'code', isAccepted: false }],
    ['app2app', { next: 'app', isAccepted: true }],
    ['app2app_expiry', { next: 'app', isAccepted: false }],
    ['402', { next: 'refused', refresh: { outcome: 'invalid_creds', itemStatus: 402 } }],
    ['1010', { next: 'refused', refresh: { outcome: 'info_required', itemStatus: 1010 } }],
    ['1003', { next: 'refused', refresh: { outcome: 'finished_error', itemStatus: 1003 } }],
    ['1005_CLOSED_ACCOUNT', { next: 'refused', refresh: { outcome: 'finished_error', itemStatus: 1005 } }],
  ])('%p leads to its case', (login, expected) => {
    expect(caseOfLogin(login)).toMatchObject(expected)
  })

  it('leads to some case, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (login) => {
        expect(['accepted', 'code', 'app', 'refused']).toContain(caseOfLogin(login).next)
      }),
    )
    expect(caseOfLogin('9'.repeat(10_000_000)).next).toBe('accepted')
  })
})
