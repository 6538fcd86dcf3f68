import fc from 'fast-check'
import { nextScheduledRefresh, refreshSchedule } from '../../../../lib/testing/sandbox/bridge2025/itemRow.js'
import { pastRefresh, type RefreshOutcome, startRefresh } from '../../../../lib/testing/sandbox/refreshes.js'
import type { Row } from '../caller.js'
import { root, speak } from './speaking.js'

const day = 86_400_000
const outcomes: ReadonlyArray<RefreshOutcome> = ['finished', 'finished_error', 'invalid_creds', 'info_required']

describe('the schedule of an item', () => {
  it('is once or twice a day, at moments of its own', () => {
    const firsts = [187_000, 187_001, 187_002].map((id) => {
      const slots: Array<number> = []
      for (let at = 0; slots.length < 100; slots.push(at)) at = nextScheduledRefresh({ id, consents: [] }, at)
      const gaps = slots.map((slot, index) => slot - (slots[index - 1] ?? slot - day))
      expect(new Set(gaps)).toEqual(new Set([day / 2, day]))
      expect(slots[0]).toBeGreaterThan(0)
      expect(slots[0]).toBeLessThanOrEqual(day)
      return (slots[0] ?? 0) % (day / 2)
    })
    expect(new Set(firsts).size).toBe(3)
  })

  it('gives the same refresh however often it was asked before', () => {
    const moments = fc.array(fc.integer({ min: 0, max: 400 * day }), { minLength: 1, maxLength: 30 })
    const consent = fc.option(fc.integer({ min: -179 * day, max: 0 }), { nil: undefined })
    fc.assert(
      fc.property(moments, fc.constantFrom(...outcomes), consent, (asked, outcome, given) => {
        const begun = startRefresh({ outcome }, 0, pastRefresh(-1), -1, 0)
        const item = () => ({ id: 187_000, consents: given === undefined ? [] : [given] })
        const [patient, curious] = [item(), item()]
        const ordered = [...asked].sort((a, b) => a - b)
        const often = ordered.reduce((last, now) => refreshSchedule(last, curious, now), begun)
        const once = refreshSchedule(begun, patient, ordered.at(-1) ?? 0)
        expect([often, curious]).toEqual([once, patient])
      }),
    )
  })

  it('refreshes items by virtual time, which moves what they and their accounts say', () => {
    const { clock, owner, get, sandbox, rows } = speak()
    const [id = 0] = owner.itemIds
    const item = () => get(`items/${String(id)}`)
    const before = item()
    const next = nextScheduledRefresh({ id, consents: [] }, sandbox.now())
    clock.advance(next - sandbox.now() + 8999)
    expect(item()).toEqual(before)
    clock.advance(1)
    const moment = new Date(sandbox.now()).toISOString()
    expect(item()).toEqual({ ...before, last_try_refresh: moment, last_successful_refresh: moment })
    for (const account of rows(`accounts?item_id=${String(id)}`)) {
      expect(account).toMatchObject({ updated_at: moment, last_refresh_status: 'successful' })
    }
    const second = nextScheduledRefresh({ id, consents: [] }, next)
    clock.advance(second - next)
    expect(item().last_successful_refresh).toBe(new Date(Date.parse(moment) + second - next).toISOString())
    expect(clock.pending()).toBe(0)
  })

  it('waits for the user if a refresh did, and continues if the bank was down', () => {
    const { clock, owner, get, sandbox } = speak()
    const [first = 0, second = 0] = owner.itemIds
    const before = get(`items/${String(first)}`)
    sandbox.refresh(first, { outcome: 'invalid_creds' })
    sandbox.refresh(second, { outcome: 'finished_error' })
    clock.advance(10_000)
    expect(get(`items/${String(second)}`)).toMatchObject({ status: 1003, status_code_info: 'bank_is_down' })
    const tried = get(`items/${String(first)}`).last_try_refresh
    clock.advance(day)
    const later = get(`items/${String(first)}`)
    expect(later).toMatchObject({
      status: 402,
      status_code_info: 'invalid_creds',
      last_successful_refresh: before.last_successful_refresh,
    })
    expect(String(later.last_try_refresh) > String(tried)).toBe(true)
    expect(get(`items/${String(second)}`).status).toBe(0)
  })
})

describe('the consent for an item', () => {
  const lapse = () => {
    const spoken = speak()
    const { clock, owner, get, sandbox } = spoken
    const [id = 0] = owner.itemIds
    const item = (): Row & { readonly authentication_expires_at: string } => get(`items/${String(id)}`)
    clock.advance(Date.parse(item().authentication_expires_at) - sandbox.now() - 1)
    return { ...spoken, id, item }
  }

  it('ends by virtual time, whereupon the item waits for the user', () => {
    const { clock, item, rows, id } = lapse()
    const before = item()
    expect(before).toMatchObject({ status: 0, status_code_info: 'ok' })
    clock.advance(1)
    const lapsed = { status: 1010, status_code_info: 'sca_required_webview' }
    expect(item()).toMatchObject({ ...lapsed, last_successful_refresh: before.last_successful_refresh })
    clock.advance(3 * day)
    const later = item()
    expect(later).toMatchObject({ ...lapsed, last_successful_refresh: before.last_successful_refresh })
    expect(String(later.last_try_refresh) > String(before.last_try_refresh)).toBe(true)
    expect(later.authentication_expires_at).toBe(before.authentication_expires_at)
    expect(rows(`accounts?item_id=${String(id)}`).map(({ last_refresh_status }) => last_refresh_status)).toEqual([
      'failed',
      'failed',
      'failed',
    ])
  })

  it('is renewed by a connect session for the item, and by no refresh', () => {
    const { clock, item, id, post, sandbox, token } = lapse()
    clock.advance(day)
    sandbox.refresh(id)
    clock.advance(9000)
    expect(item().status).toBe(1010)
    const answer = post(`${root}/connect-sessions`, { item_id: id }, token())
    sandbox.submitBankForm((JSON.parse(answer.body) as { readonly url: string }).url)
    clock.advance(9000)
    const end = new Date(sandbox.now() + 180 * day).toISOString()
    expect(item()).toMatchObject({ status: 0, status_code_info: 'ok', authentication_expires_at: end })
    clock.advance(2 * day)
    expect(item()).toMatchObject({ status: 0, authentication_expires_at: end })
  })

  it('is not renewed by a user who was not successful', () => {
    const { clock, item, id, post, sandbox, token } = lapse()
    const end = item().authentication_expires_at
    const answer = post(`${root}/connect-sessions`, { item_id: id }, token())
    sandbox.submitBankForm((JSON.parse(answer.body) as { readonly url: string }).url, { outcome: 'info_required' })
    clock.advance(9000)
    expect(item()).toMatchObject({ status: 1010, authentication_expires_at: end })
  })

  it('begins with the first synchronisation that succeeds, even if the service began that by itself', () => {
    const { clock, post, rows, sandbox, token } = speak()
    const answer = post(`${root}/connect-sessions`, { user_email: 'jane@doe.example' }, token())
    const url = (JSON.parse(answer.body) as { readonly url: string }).url
    const callback = new URL(sandbox.submitBankForm(url, { outcome: 'finished_error' }))
    const id = Number(callback.searchParams.get('item_id'))
    const item = () => rows('items').find((row) => row.id === id)
    clock.advance(10_000)
    expect(item()).toMatchObject({ status: 1003 })
    expect(item()).not.toHaveProperty('authentication_expires_at')
    clock.advance(day / 2)
    const { last_successful_refresh, authentication_expires_at } = item() as unknown as Readonly<Record<string, string>>
    expect(Date.parse(authentication_expires_at ?? '') - Date.parse(last_successful_refresh ?? '')).toBe(180 * day)
  })
})
