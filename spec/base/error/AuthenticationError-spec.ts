import { none, some } from 'fp-ts/lib/Option.js'
import { AuthenticationError, rejectedCredentials } from '../../../lib/base/error/AuthenticationError.js'

describe('rejectedCredentials', () => {
  it.each([
    ['application', 401, 'invalid_client_credentials'],
    ['user', 404, 'users.not_found'],
    ['unknown', 401, 'unauthorized'],
  ])('is %s for a %d with the code %s', (party, status, code) => {
    expect(
      rejectedCredentials(new AuthenticationError({ status, type: some('x'), detail: none, codes: [{ code }] })),
    ).toBe(party)
  })
})
