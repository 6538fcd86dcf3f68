import fc from 'fast-check'
import { respondToLogin } from '../../../../lib/testing/sandbox/pages/magicLogins.js'

describe('a login', () => {
  it.each([
    ['success', undefined],
    ['ada', undefined],
    ['constructor', undefined],
    ['__proto__', undefined],
    ['0', undefined],
    ['777', undefined],
    ['10100', undefined],
    [' OTP ', { at: 'code', isAccepted: true }],
    ['otp_fail', { at: 'code', isAccepted: false }],
    ['app2app', { at: 'app', isAccepted: true }],
    ['app2app_expiry', { at: 'app', isAccepted: false }],
    ['402', { at: 'refused', refresh: { outcome: 'invalid_creds', itemStatus: 402 } }],
    ['1010', { at: 'refused', refresh: { outcome: 'info_required', itemStatus: 1010 } }],
    ['1003', { at: 'refused', refresh: { outcome: 'finished_error', itemStatus: 1003 } }],
    ['1005_CLOSED_ACCOUNT', { at: 'refused', refresh: { outcome: 'finished_error', itemStatus: 1005 } }],
  ])('%p leads to its case', (login, expected) => {
    if (expected === undefined) expect(respondToLogin(login)).toBeUndefined()
    else expect(respondToLogin(login)).toMatchObject(expected)
  })

  it('leads to some case, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (login) => {
        expect([undefined, 'code', 'app', 'refused']).toContain(respondToLogin(login)?.at)
      }),
    )
    expect(respondToLogin('9'.repeat(10_000_000))).toBeUndefined()
  })
})
