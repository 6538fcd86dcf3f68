import { NEVER } from 'rxjs'
import { createClient } from '../../lib/index.js'
import { documentedProfile } from '../../lib/service/profile/documentedProfile.js'

const user = () => {
  const config = {
    profile: documentedProfile,
    baseUrl: 'https://bank.example',
    clientId: 'id',
    clientSecret: 's3cr3t',
    http: () => NEVER,
  }
  return createClient(config).user({ externalUserId: 'A6J' })
}

const collections = ['accounts', 'bankForm', 'insights', 'items', 'stocks', 'transactions'] as const

describe('userReads', () => {
  it.each(collections)('makes %s once', (name) => {
    const own = user()
    expect(own[name]).toBe(own[name])
    expect(user()[name]).not.toBe(own[name])
  })

  it('gives all of them to a copy', () => {
    const own = user()
    const copy = { ...own }
    for (const name of collections) expect(copy[name]).toBe(own[name])
    expect(copy.accounts).toEqual({
      pages: expect.any(Function),
      all: expect.any(Function),
      page: expect.any(Function),
      navigate: expect.any(Function),
      get: expect.any(Function),
      information: expect.any(Object),
      transactions: expect.any(Function),
    })
  })
})
