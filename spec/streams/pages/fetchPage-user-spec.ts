import { lastValueFrom, map } from 'rxjs'
import type { Policy } from '../../../lib/index.js'
import { played, playedBank, uuids } from '../../helpers/playedBank.js'

/** A policy that replaces each answer by one with only the fields of the contract. */
const replacing: Policy = (next) => (request) =>
  next(request).pipe(map(({ status, headers, body }) => ({ status, headers, body })))

describe('the user of a page', () => {
  it.each([
    ['policy', { policy: replacing }],
    ['attemptPolicy', { attemptPolicy: replacing }],
  ])('is that of the token, although `%s` replaces the answer', async (_, config) => {
    const user = playedBank().connect(config).user({ externalUserId: played })
    expect(await lastValueFrom(user.items.pages())).toMatchObject({ userUuid: uuids[0] })
  })
})
