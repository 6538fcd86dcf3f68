import type { NewUser } from '../../lib/index.js'
import {
  deployments,
  formUrl,
  play,
  type Played,
  profilesUnderTest,
  type ProfileUnderTest,
  read,
  readOne,
  refusal,
} from '../helpers/profiles.js'

const jane = { email: 'jane+1@doe.example', password: 'p&ss w=rd/1' }

const create = ({ client }: Played, user?: NewUser) => readOne(client.users.create(user)) as unknown as Row

interface Row {
  readonly uuid: string
  readonly email?: string
  readonly external_user_id?: string | null
}

const newUser = ({ byEmail }: ProfileUnderTest): NewUser => (byEmail ? jane : { externalUserId: 'JANE' })

/** A user as all deployments but the newest know one, or else by an id of the application. */
const janeOf = ({ isV3 }: ProfileUnderTest) => (isV3 ? { externalUserId: 'JANE' } : jane)

const withPasswords = deployments.filter(({ isV3 }) => !isV3)

describe.each(deployments)('users, as $name', (under) => {
  const { byEmail, isEarlier } = under

  it('are created, found, listed and deleted', () => {
    const played = play(under)
    const { client, sandbox } = played
    const made = create(played, newUser(under))
    expect(made).toMatchObject(byEmail ? { email: jane.email } : { external_user_id: 'JANE' })
    expect('resource_uri' in made).toBe(isEarlier)
    expect(readOne(client.users.get(made.uuid))).toEqual(made)
    expect(read(client.users.all())).toHaveLength(4)
    expect(sandbox.users.map(({ uuid }) => uuid)).toContain(made.uuid)
    readOne(client.users.delete(made.uuid, byEmail ? { password: jane.password } : {}))
    expect(refusal(client.users.get(made.uuid))).toMatchObject({ _tag: 'StatusError', status: 404 })
    expect(read(client.users.all())).toHaveLength(3)
    expect(sandbox.users).toHaveLength(3)
    expect(sandbox.journal.entries().map(({ route, status }) => [route, status])).toEqual([
      ['createUser', 201],
      ['user', 200],
      ['users', 200],
      ['deleteUser', 204],
      ['user', 404],
      ['users', 200],
    ])
  })

  it('are new, and connect an item', () => {
    const played = play(under)
    const { client, clock, sandbox } = played
    const made = create(played, janeOf(under))
    const user = client.user(janeOf(under))
    expect([read(user.items.all()), read(user.transactions.all()), read(user.stocks.all())]).toEqual([[], [], []])
    expect(() => sandbox.insertTransactions(made.uuid, 1)).toThrow('no account')
    const callback = new URL(sandbox.submitBankForm(readOne(formUrl(under, user))))
    clock.advance(10_000)
    expect(read(user.items.all()).map(({ id }) => String(id))).toEqual([callback.searchParams.get('item_id')])
    expect(callback.searchParams.get('user_uuid')).toBe(made.uuid)
    const inserted = sandbox.insertTransactions(made.uuid, 5)
    expect(read(user.transactions.all()).map(({ id }) => id)).toEqual(inserted)
  })

  it('are refused if they are known already', () => {
    const played = play(under)
    create(played, janeOf(under))
    expect(refusal(played.client.users.create(janeOf(under)))).toMatchObject({
      _tag: 'StatusError',
      status: 409,
      type: { value: under.isV3 ? 'users.creation.already_exists_with_external_user_id' : 'conflict' },
    })
  })

  it('are refused if the deployment takes none such', () => {
    const { client } = play(under)
    for (const wrong of [
      { ...jane, email: 'jane' },
      { ...jane, password: 'short' },
    ]) {
      expect(refusal(client.users.create(wrong))).toMatchObject({ _tag: 'StatusError', status: 400 })
    }
    if (!byEmail) {
      expect(readOne(client.users.create())).toMatchObject({ uuid: expect.any(String) })
      return
    }
    expect(refusal(client.users.create())).toMatchObject({ status: 400 })
    expect(refusal(client.users.create({ externalUserId: 'JANE' }))).toMatchObject({ _tag: 'UnsupportedByVersion' })
  })

  it('are logged out when they are deleted', () => {
    const { client, owner, sandbox, user } = play(under)
    read(user.items.all())
    readOne(client.users.delete(owner.uuid, { password: owner.password }))
    expect(refusal(user.items.all())).toMatchObject({ _tag: 'AuthenticationError', status: under.isV3 ? 404 : 401 })
    expect(sandbox.journal.entries().at(-1)?.route).toBe('authenticate')
  })
})

describe.each(withPasswords)('users with passwords, as $name', (under) => {
  it('are deleted with their password, if they have one', () => {
    const played = play(under)
    const { uuid } = create(played, jane)
    const { client } = played
    expect(refusal(client.users.delete(uuid))).toMatchObject({ _tag: 'StatusError', status: 400 })
    expect(refusal(client.users.delete(uuid, { password: 'another' }))).toMatchObject({ status: 403 })
    readOne(client.users.delete(uuid, { password: jane.password }))
    expect(refusal(client.users.delete(uuid, { password: jane.password }))).toMatchObject({ status: 404 })
  })

  it('show no password in journal, events or errors', () => {
    const played = play(under)
    const { client, events, sandbox } = played
    const { uuid } = create(played, jane)
    const errors = [refusal(client.users.create(jane)), refusal(client.users.delete(uuid, { password: 'c4n4ry' }))]
    const shown = JSON.stringify([events, sandbox.journal.entries(), errors, errors.map(String)])
    for (const password of [jane.password, 'c4n4ry', encodeURIComponent(jane.password)]) {
      expect(shown).not.toContain(password)
    }
  })
})

describe.each(profilesUnderTest.filter(({ hasMore }) => !hasMore))('users, as $name', (under) => {
  it('are neither created nor deleted, which are no operations of the API', () => {
    const { client, owner, sandbox } = play(under)
    expect(refusal(client.users.create())).toMatchObject({ _tag: 'UnspecifiedOperation', key: 'paths.createUser' })
    expect(refusal(client.users.get(owner.uuid))).toMatchObject({ key: 'paths.user' })
    expect(refusal(client.users.delete(owner.uuid))).toMatchObject({ key: 'paths.deleteUser' })
    expect(sandbox.journal.counts().started).toBe(0)
  })

  it('have items that the application sees', () => {
    const { client, owner } = play(under)
    expect(read(client.users.items(owner.uuid).all()).map(({ id }) => id)).toEqual([...owner.itemIds].reverse())
  })
})
