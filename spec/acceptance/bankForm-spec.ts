import { parseBankFormCallback } from '../../lib/index.js'
import { formUrl, play, profilesUnderTest, readOne, refusal, rowsOf } from '../helpers/profiles.js'

const redirectUrl = 'https://app.example/connected?state=x+y'

describe.each(profilesUnderTest)('the bank form, as $name', (under) => {
  const { isV3 } = under
  const isPost = isV3 || under.profile.methods?.bankFormAdd === 'POST'

  it('connects an item', () => {
    const { clock, owner, sandbox, user } = play(under, {}, { environment: 'sandbox' })
    const url = readOne(formUrl(under, user, { redirectUrl }))
    const asked = sandbox.journal.entries().at(-1)
    expect(asked).toMatchObject({
      route: isV3 ? 'connectSession' : 'bankFormAdd',
      method: isPost ? 'POST' : 'GET',
      status: isV3 ? 201 : 200,
    })
    expect(new URLSearchParams(asked?.query).get('redirect_url')).toBe(isPost ? null : redirectUrl)
    const callback = sandbox.submitBankForm(url)
    expect(callback.startsWith('https://app.example/connected?state=x+y&')).toBe(true)
    const parsed = parseBankFormCallback(callback, owner.uuid)
    if (parsed._tag === 'Left') throw parsed.left
    clock.advance(10_000)
    expect(rowsOf(user.items.all()).map(({ id }) => id)).toContain(parsed.right.item_id)
    expect(rowsOf(user.accounts.all()).length).toBeGreaterThan(7)
  })

  it('edits an item', () => {
    const { owner, sandbox, user } = play(under)
    const [itemId = 0] = owner.itemIds
    const callback = sandbox.submitBankForm(readOne(formUrl(under, user, { itemId })))
    expect(parseBankFormCallback(callback, owner.uuid)).toMatchObject({ right: { item_id: itemId } })
    expect(sandbox.journal.entries().at(-1)).toMatchObject(
      isV3 ? { route: 'connectSession', method: 'POST' } : { route: 'bankFormEdit', method: 'GET' },
    )
    expect(rowsOf(user.items.all())).toHaveLength(2)
    expect(refusal(formUrl(under, user, { itemId: 1 }))).toMatchObject({ _tag: 'StatusError', status: 404 })
  })

  it('closes when it is filled in, and with its user', () => {
    const { client, owner, sandbox, user } = play(under)
    const [url, another] = [readOne(formUrl(under, user)), readOne(formUrl(under, user))]
    sandbox.submitBankForm(url)
    expect(() => sandbox.submitBankForm(url)).toThrow(RangeError)
    if (!under.hasMore) return
    readOne(client.users.delete(owner.uuid, { password: owner.password }))
    expect(() => sandbox.submitBankForm(another)).toThrow(RangeError)
  })
})
