import { play, profilesUnderTest, readOne, refusal, rowsOf } from '../helpers/profiles.js'

const next = 'n&w p=ss+word'

describe.each(profilesUnderTest.filter(({ profile }) => profile.paths.password !== null))(
  'passwords, as $name',
  (under) => {
    it('are changed, which ends the sessions of the user', () => {
      const { client, owner, sandbox } = play(under)
      const { email, password } = owner
      const before = client.user({ email, password })
      rowsOf(before.items.all())
      readOne(before.changePassword({ current: password, next }))
      expect(owner.password).toBe(next)
      expect(refusal(before.items.all())).toMatchObject({ _tag: 'AuthenticationError', status: 401 })
      expect(rowsOf(client.user({ email, password: next }).items.all())).toHaveLength(2)
      const change = sandbox.journal.entries().find(({ route }) => route === 'password')
      expect(change).toMatchObject({ method: 'PUT', status: 204 })
      expect(change?.query.includes('new_password=<redacted>')).toBe(under.profile.parameters === 'query')
    })

    it('are not changed by who does not know the current one', () => {
      const { owner, user } = play(under)
      const wrong = user.changePassword({ current: 'another', next })
      expect(refusal(wrong)).toMatchObject({ _tag: 'StatusError', status: 403, type: { value: 'forbidden' } })
      const short = user.changePassword({ current: owner.password, next: 'short' })
      expect(refusal(short)).toMatchObject({ _tag: 'StatusError', status: 400 })
      expect(owner.password).not.toBe(next)
    })

    it('are not shown', () => {
      const { events, owner, sandbox, user } = play(under)
      const { password } = owner
      const error = refusal(user.changePassword({ current: 'c4n4ry', next: 'c4n4ry' }))
      readOne(user.changePassword({ current: password, next: 'c4n4ry' }))
      expect(JSON.stringify([events, error, String(error), sandbox.journal.entries()])).not.toContain('c4n4ry')
    })
  },
)

describe('passwords, as bridge2021', () => {
  it('have no path that anybody has seen', () => {
    const under = profilesUnderTest.find(({ name }) => name === 'bridge2021')
    if (under === undefined) throw new Error('it is gone')
    const { owner, user } = play(under)
    const change = user.changePassword({ current: owner.password, next })
    expect(refusal(change)).toMatchObject({ _tag: 'UnspecifiedOperation', key: 'paths.password' })
  })
})
